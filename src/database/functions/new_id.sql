-- UUIDv7 (RFC 9562): 48 bits of milliseconds, then random. PostgreSQL 18 has its own; this one serves 15 to 17 too.
-- Inserts of many rows (one ticket per seat) need ids made in the database. The server makes all others.
create or replace function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
