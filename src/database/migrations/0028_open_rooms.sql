-- The list of rooms walks those that anybody finds, in its own order, and stops at the end of what it shows; the conversations
-- between two, of which there are the most, are not in its way.
drop index chat_rooms_active;
create index chat_rooms_open on chat_rooms (lower(name), id)
  where is_active and (room_type <> 'private' or join_by = 'request');
