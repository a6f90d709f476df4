alter table connections add constraint connections_answered check ((status = 'pending') = (answered_at is null));

create function check_connection_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('pending', 'accepted'), ('pending', 'declined'), ('declined', 'pending')) then
    raise exception 'connection %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger connections_transition before update of status on connections
  for each row when (old.status is distinct from new.status) execute function check_connection_transition();

-- Who does not want to hear from whom. Neither finds the other while it stands.
create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- One name for each question. The planner does not read through them (they hold subqueries), so each call is a look at an
-- index of its own: right for the rows of a page, too dear for all the rows that a search passes by.
create function are_connected(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from connections c where c.status = 'accepted'
      and least(c.user_id, c.connected_user_id) = least(one, other)
      and greatest(c.user_id, c.connected_user_id) = greatest(one, other)
  )
$$;
create function is_blocked_between(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from blocks b where (b.blocker_id = one and b.blocked_id = other) or (b.blocker_id = other and b.blocked_id = one)
  )
$$;
