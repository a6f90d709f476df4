-- What an operator's programs keep about an account (GoTrue's app_metadata). It is part of every access token, so it stays small.
alter table accounts add column app_metadata jsonb not null default '{}'
  check (jsonb_typeof(app_metadata) = 'object');
