-- What the demo brought in and can be taken out again. Everything else of the demo hangs from one of these five.
alter table chat_rooms add column is_sample boolean not null default false;
alter table invitations add column is_sample boolean not null default false;
alter table invite_requests add column is_sample boolean not null default false;

-- A demo that stands already: until now only its DJs and its events were marked.
update profiles set is_sample = true
  where email like '%@backtoback.example' and exists (select from events where is_sample);
update chat_rooms set is_sample = true where created_by in (select id from profiles where is_sample);
update invitations set is_sample = true where created_by in (select id from profiles where is_sample);
update invite_requests set is_sample = true
  where email like '%.example' and exists (select from events where is_sample);

create index profiles_sample on profiles (id) where is_sample;
create index events_sample on events (id) where is_sample;
