-- The public list is in order of the day in the event's own city, then of the moment: the days of cities far apart don't mix.
alter table events add column local_day date not null generated always as ((event_date at time zone timezone)::date) stored;
drop index events_public_by_date, events_public_type_by_date, events_search_by_date;
create index events_public_by_day on events (local_day, event_date, id) where is_public and event_status = 'published';
create index events_public_type_by_day on events (event_type, local_day, event_date, id)
  where is_public and event_status = 'published';
create index events_search_by_day on events (local_day, event_date, id) include (event_type, timezone, search_text)
  where is_public and event_status = 'published';
