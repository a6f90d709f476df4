#!/bin/sh
# Runs once, in a new volume: a role that owns its database and is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U postgres -d postgres <<'SQL'
create role back_to_back login password :'password' nosuperuser nocreatedb nocreaterole;
create database back_to_back owner back_to_back;
revoke connect on database back_to_back from public;
SQL
