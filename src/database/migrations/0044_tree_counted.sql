-- How many have come in behind somebody since ever, whoever of them is gone since: a page of the tree says it for fifty people and
-- reads none of their branches. Who is gone is counted by itself, along the same paths: they are few, and so no account that is deleted
-- waits for those who are just coming in.
alter table invitation_tree add column reached integer not null default 0 check (reached >= 0);
create index invitation_tree_gone on invitation_tree ((path[1:500])) where left_at is not null;

-- Those who are in the branch and gone, the person not counted.
create function gone_behind(top invitation_tree) returns bigint language sql stable as $$
  select count(*) from invitation_tree below
  where below.left_at is not null and below.path[1:500] >= top.path[1:500]
    and below.path[1:500] < top.path[1:500] || 2147483647
    and below.path[1:cardinality(top.path)] = top.path and below.id <> top.id
$$;

-- As before, and everybody above has reached as many more. They wait for nobody: whoever comes in is placed one at a time.
create or replace function place_invited() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  above invitation_tree;
  own invitation_tree;
begin
  perform pg_advisory_xact_lock(hashtext('invitation_tree'));
  insert into invitation_tree (id, joined_at)
    select p.id, p.created_at from profiles p where p.id in (new.created_by, new.used_by)
      and not exists (select from invitation_tree t where t.id = p.id)
    on conflict do nothing;
  select * into above from invitation_tree where id = new.created_by;
  select * into own from invitation_tree where id = new.used_by;
  if above.id is null or own.parent_id is not null or own.place = any (above.path) then
    return null;
  end if;
  -- Hardly anybody has let in others before: the branch is not looked for where there is none.
  if own.reached > 0 then
    update invitation_tree set path = above.path || path[cardinality(own.path):]
      where id in (select id from invitation_branch(own.id)) and id <> own.id;
  end if;
  update invitation_tree set path = above.path || place, parent_id = above.id, joined_at = coalesce(new.used_at, joined_at)
    where id = own.id;
  update invitation_tree set reached = reached + own.reached + 1 where place = any (above.path);
  return null;
end $$;

-- Those who are here already.
update invitation_tree t set reached = n.places - 1
  from (select place, count(*) as places from (select unnest(path) as place from invitation_tree) p group by place) n
  where n.place = t.place and n.places > 1;
analyze invitation_tree;
