-- Plans are pinned to indexes: a plan made while the tree was empty would read the whole tree for each member of an
-- import.
create or replace function set_invitation_path() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  new.path := coalesce((select path from invitation_tree where id = new.parent_id), '{}') || new.place;
  return new;
end $$;
