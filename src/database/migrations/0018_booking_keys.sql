-- One press of Book Now is one request, however often it is sent.
alter table bookings add column client_key uuid;
create unique index bookings_client_key on bookings (client_id, client_key) where client_key is not null;
