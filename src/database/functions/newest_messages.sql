-- The newest messages of a room, along its index. The planner knows only the average size of rooms: without these settings it reads and
-- sorts the whole room where the average is below a page, also the room with ten million messages.
create or replace function newest_messages(in_room uuid, before_seq bigint, most int) returns setof uuid
  language plpgsql stable rows 100 set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select m.id from chat_messages m where m.room_id = in_room and m.seq < before_seq order by m.seq desc limit most;
end $$;
