-- Sign-ins, failed sign-ins and changes to an account, shown to its owner and to admins. `user_id` is null for failed sign-ins
-- with an address that has no account: they are counted by network only.
create table security_events (
  id uuid primary key default new_id(),
  user_id uuid references accounts on delete cascade,
  -- An admin who did it to the account.
  actor_id uuid references accounts on delete set null,
  kind text not null,
  -- Of the latest repeat; `first_at` is the earliest.
  at timestamptz not null,
  first_at timestamptz not null,
  count integer not null default 1 check (count > 0),
  -- No foreign key: sessions are deleted 30 days after they end.
  session_id uuid,
  ip text,
  -- ISO 3166, from the header of a proxy.
  country text check (country ~ '^[A-Z]{2}$'),
  device text,
  is_new_device boolean not null default false,
  answer text check (answer in ('me', 'not_me')),
  details jsonb not null default '{}'
);
create index security_events_of_user on security_events (user_id, at desc, id desc);
create index security_events_newest on security_events (at desc, id desc);
create index security_events_of_kind on security_events (kind, at desc, id desc);
create index security_events_of_network on security_events (ip, at desc) where ip is not null;
create index security_events_unknown on security_events (at desc) where user_id is null;
create index security_events_actor on security_events (actor_id) where actor_id is not null;

create function recent_security_events(p_user uuid, p_at timestamptz) returns setof security_events language sql stable as $$
  select * from security_events where user_id = p_user and at > p_at - interval '1 day'
  union all
  select * from security_events where p_user is null and user_id is null and at > p_at - interval '1 day'
$$;

-- Repeats within an hour are one row. After 100 rows of one account in a day, address, device and details are dropped, so that
-- there is one row for each kind and hour: an attacker cannot fill the table.
create function record_security_event(
  p_user uuid, p_actor uuid, p_kind text, p_at timestamptz, p_session uuid, p_ip text, p_country text, p_device text,
  p_is_new boolean, p_details jsonb
) returns uuid language plpgsql as $$
declare
  found_id uuid;
  is_full boolean;
begin
  -- Repeats at the same time must find each other. The account comes first, as in identity/server/LOCKING.md.
  perform from accounts where id = p_user for key share;
  perform pg_advisory_xact_lock(hashtext('security_events'), hashtext(coalesce(p_user::text, '')));
  for attempt in 1..2 loop
    update security_events e set at = greatest(e.at, p_at), count = e.count + 1, session_id = coalesce(p_session, e.session_id)
    where e.id = (
      select s.id from recent_security_events(p_user, p_at) s
      where s.kind = p_kind and s.first_at > p_at - interval '1 hour' and s.ip is not distinct from p_ip and s.device is not distinct from p_device
        and s.actor_id is not distinct from p_actor and s.details = p_details and not s.is_new_device and not p_is_new
      order by s.at desc, s.id desc limit 1
    ) returning e.id into found_id;
    if found_id is not null then return found_id; end if;
    exit when attempt = 2;
    select count(*) = 100 into is_full from (select from recent_security_events(p_user, p_at) limit 100) recent;
    exit when not is_full;
    p_ip := null; p_country := null; p_device := null; p_is_new := false; p_details := '{}';
  end loop;
  insert into security_events (user_id, actor_id, kind, at, first_at, session_id, ip, country, device, is_new_device, details)
    values (p_user, p_actor, p_kind, p_at, p_at, p_session, p_ip, p_country, p_device, p_is_new, p_details)
    returning id into found_id;
  return found_id;
end $$;

-- Browsers in which a person has signed in: the cookie holds the token, one for each person who uses the browser.
create table known_devices (
  token_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null
);
create index known_devices_user on known_devices (user_id);
create index known_devices_unused on known_devices (last_used_at);
