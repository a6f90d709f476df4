-- Gives a new member a place in the tree, initially without a parent. Plans are pinned as in set_invitation_path.
create or replace function insert_tree_member() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into invitation_tree (id, joined_at)
    select p.id, p.created_at from profiles p where p.id = new.user_id
    on conflict do nothing;
  return null;
end $$;
