-- Text search by parts of words, and btree types in GiST and GIN indexes.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;
create extension if not exists btree_gin;
