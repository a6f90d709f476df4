-- Whoever proves an address or number that nobody had confirmed gets it, and the account that had it goes on without: it may hold
-- tickets, and whoever is signed in there can name another address.
alter table accounts add column gave_up_at timestamptz;
alter table accounts drop constraint accounts_reachable;
alter table accounts add constraint accounts_reachable check (email is not null or phone is not null or gave_up_at is not null);

-- The networks that asked for a code by message. Each of them, wherever its owner was before, and everywhere else together have tries of
-- their own ({"network": 2, "home": 1, "elsewhere": 5}), so that nobody spends those of whoever waits for it. Absent with mails, whose
-- link does the same.
alter table one_time_tokens add column asked_from text[] check (cardinality(asked_from) between 1 and 5);
alter table one_time_tokens add column tries jsonb not null default '{}';
