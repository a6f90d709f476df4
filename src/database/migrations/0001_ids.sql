create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- UUIDv7 (RFC 9562): 48 bits of milliseconds, then random. PostgreSQL 18 has its own; 15 to 17 do not, so one of ours
-- serves all. Set-based inserts (one ticket per seat) need ids made inside the database; the server makes all others.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- Rows that are evidence (audit log, booking history) may be written and read, never changed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
