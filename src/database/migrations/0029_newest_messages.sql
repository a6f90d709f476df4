-- The newest messages of a room, along its index, however the planner guesses. It knows only what rooms hold on average: where
-- that is less than a page it would rather read the whole room and sort, and one room of ten million would cost ten million.
-- Stable: they read what the statement around them reads.
create function newest_messages(in_room uuid, before_seq bigint, most int) returns setof uuid
  language plpgsql stable rows 100 set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select m.id from chat_messages m where m.room_id = in_room and m.seq < before_seq order by m.seq desc limit most;
end $$;

-- Without hidden ones and those of some people, among the newest `looked_at`.
create function newest_shown_messages(in_room uuid, unwanted uuid[], looked_at int, most int)
  returns table (id uuid, seq bigint)
  language plpgsql stable rows 10 set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select x.id, x.seq from (
      select m.id, m.seq, m.user_id, m.hidden_at from chat_messages m
      where m.room_id = in_room order by m.seq desc limit looked_at
    ) x
    where x.hidden_at is null and (x.user_id = any(unwanted)) is not true
    order by x.seq desc limit most;
end $$;
