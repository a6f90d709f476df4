-- Places an invited member below the inviter and updates the counts above. The lock places one member at a time.
create or replace function place_invited_member() returns trigger language plpgsql set enable_seqscan = off as $$
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
  -- Members have rarely invited others before they are placed.
  if own.reached > 0 then
    update invitation_tree set path = above.path || path[cardinality(own.path):]
      where id in (select id from invitation_branch(own.id)) and id <> own.id;
  end if;
  update invitation_tree set path = above.path || place, parent_id = above.id, joined_at = coalesce(new.used_at, joined_at)
    where id = own.id;
  update invitation_tree set reached = reached + own.reached + 1 where place = any (above.path);
  return null;
end $$;
