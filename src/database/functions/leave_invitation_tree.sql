create or replace function leave_invitation_tree() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update invitation_tree set left_at = now() where id = old.id;
  return null;
end $$;
