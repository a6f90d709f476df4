-- Like newest_messages, without hidden messages and messages of unwanted people, within the newest `scan_limit`
-- messages.
create or replace function newest_shown_messages(in_room uuid, unwanted uuid[], scan_limit int, most int)
  returns table (id uuid, seq bigint)
  language plpgsql stable rows 10 set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select x.id, x.seq from (
      select m.id, m.seq, m.user_id, m.hidden_at from chat_messages m
      where m.room_id = in_room order by m.seq desc limit scan_limit
    ) x
    where x.hidden_at is null and (x.user_id = any(unwanted)) is not true
    order by x.seq desc limit most;
end $$;
