-- When the member wrote here last, for slow mode: read with the membership that is read anyway, however many messages there are,
-- and not undone by deleting the message.
alter table chat_room_members add column last_sent_at timestamptz;
-- Sending and reading change rows of this table all the time, but nothing of them that is indexed: with room on the page the
-- indexes stay as they are.
alter table chat_room_members set (fillfactor = 80);
