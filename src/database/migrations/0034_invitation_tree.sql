-- Who let whom in. A row per member, and it stays when the account goes: nameless, with whom they let in still below it.
-- The way from the root stands in the row, as the numbers of those above, so that a branch is one range of an index: counting
-- or pausing 100,000 people is a scan of their rows, and nothing is ever recursive. People come in at the ends of the tree and do
-- not move, which is what such paths are good at; a table of all pairs would hold ten times the rows for the same answers.
create table invitation_tree (
  id uuid primary key,
  place integer generated always as identity unique,
  parent_id uuid references invitation_tree,
  path integer[] not null default '{}',
  joined_at timestamptz not null,
  -- When the account was deleted.
  left_at timestamptz,
  constraint invitation_tree_path_ends_here check (path[cardinality(path)] = place),
  constraint invitation_tree_root_is_short check ((parent_id is null) = (cardinality(path) = 1))
);
create index invitation_tree_children on invitation_tree (parent_id, joined_at, id);
-- An entry of an index has room for some 670 levels; whoever stands deeper is found by their first 500 and looked at.
create index invitation_tree_branch on invitation_tree ((path[1:500]));

create function lead_to_invitation_place() returns trigger language plpgsql as $$
begin
  new.path := coalesce((select path from invitation_tree where id = new.parent_id), '{}') || new.place;
  return new;
end $$;
create trigger invitation_tree_path_made before insert on invitation_tree
  for each row execute function lead_to_invitation_place();

-- The person and everybody below. Small enough to be taken apart by the planner where it is used.
create function invitation_branch(person uuid) returns setof invitation_tree language sql stable as $$
  select below.* from invitation_tree top join invitation_tree below
    on below.path[1:500] >= top.path[1:500] and below.path[1:500] < top.path[1:500] || 2147483647
    and below.path[1:cardinality(top.path)] = top.path
  where top.id = person
$$;

-- Whoever becomes a member has a place, for now without anybody above.
create function plant_member() returns trigger language plpgsql as $$
begin
  insert into invitation_tree (id, joined_at)
    select p.id, p.created_at from profiles p where p.id = new.user_id
    on conflict do nothing;
  return null;
end $$;
create trigger user_roles_planted after insert on user_roles
  for each row when (new.role in ('user', 'moderator', 'admin')) execute function plant_member();

-- Whoever uses a code moves below whoever made it, with whom they have let in themselves (a customer who once was a member).
-- Once only, and never below themselves: the path above would contain their own number. One at a time, since the path that is
-- copied must not be under way.
create function place_invited() returns trigger language plpgsql as $$
declare
  above invitation_tree;
  own invitation_tree;
begin
  perform pg_advisory_xact_lock(hashtext('invitation_tree'));
  insert into invitation_tree (id, joined_at)
    select p.id, p.created_at from profiles p where p.id in (new.created_by, new.used_by)
    on conflict do nothing;
  select * into above from invitation_tree where id = new.created_by;
  select * into own from invitation_tree where id = new.used_by;
  if above.id is null or own.parent_id is not null or own.place = any (above.path) then
    return null;
  end if;
  -- Hardly anybody has let in others before: the branch is not looked for where there is none.
  if exists (select from invitation_tree where parent_id = own.id) then
    update invitation_tree set path = above.path || path[cardinality(own.path):]
      where id in (select id from invitation_branch(own.id)) and id <> own.id;
  end if;
  update invitation_tree set path = above.path || place, parent_id = above.id, joined_at = coalesce(new.used_at, joined_at)
    where id = own.id;
  return null;
end $$;
create trigger invitations_place_given after insert on invitations
  for each row when (new.used_by is not null) execute function place_invited();
create trigger invitations_place_taken after update of used_by on invitations
  for each row when (new.used_by is not null and old.used_by is distinct from new.used_by) execute function place_invited();

create function leave_invitation_tree() returns trigger language plpgsql as $$
begin
  update invitation_tree set left_at = now() where id = old.id;
  return null;
end $$;
create trigger profiles_left_the_tree after delete on profiles
  for each row execute function leave_invitation_tree();

-- Those who are here already.
insert into invitation_tree (id, joined_at)
  select p.id, p.created_at from profiles p
  where exists (select from user_roles r where r.user_id = p.id and r.role <> 'customer')
    or exists (select from invitations i where i.created_by = p.id or i.used_by = p.id)
  order by p.created_at, p.id;
with recursive below as (
  select t.id, t.path, null::uuid as parent_id, t.joined_at from invitation_tree t
  where not exists (
    select from invitations i where i.used_by = t.id and i.created_by is not null and i.created_by <> t.id)
  union all
  select t.id, b.path || t.place, b.id, i.used_at from below b
    join invitations i on i.created_by = b.id and i.used_by <> b.id join invitation_tree t on t.id = i.used_by
)
update invitation_tree t set path = b.path, parent_id = b.parent_id, joined_at = b.joined_at
  from below b where b.id = t.id and b.parent_id is not null;
analyze invitation_tree;
