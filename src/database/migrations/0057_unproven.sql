-- Whoever proves an address or number that nobody had confirmed gets it, and the account that had it goes on without: it may hold
-- tickets, and whoever is signed in there can name another address.
alter table accounts add column gave_up_at timestamptz;
alter table accounts drop constraint accounts_reachable;
alter table accounts add constraint accounts_reachable check (email is not null or phone is not null or gave_up_at is not null);

-- The network that asked for a code of a message. From there, and from where its owner was before, it has tries of its own, so that nobody
-- else spends them; absent with mails, whose link does the same.
alter table one_time_tokens add column asked_from text check (length(asked_from) between 1 and 100);
alter table one_time_tokens add column attempts_elsewhere smallint not null default 0 check (attempts_elsewhere >= 0);
