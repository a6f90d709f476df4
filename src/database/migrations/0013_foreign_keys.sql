-- Deleting an account or an event looks for the rows that point at it. Without these that would read every message and
-- every booking there is.
create index chat_messages_user on chat_messages (user_id);
create index booking_steps_actor on booking_steps (actor_id);
create index reviews_author on reviews (author_id);
create index bookings_event on bookings (event_id) where event_id is not null;
create index bookings_cancelled_by on bookings (cancelled_by) where cancelled_by is not null;
