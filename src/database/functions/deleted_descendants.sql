-- Counts the members of the branch who deleted their accounts, excluding the member itself.
create or replace function deleted_descendants(top invitation_tree) returns bigint language sql stable as $$
  select count(*) from invitation_tree below
  where below.left_at is not null and below.path[1:500] >= top.path[1:500]
    and below.path[1:500] < top.path[1:500] || 2147483647
    and below.path[1:cardinality(top.path)] = top.path and below.id <> top.id
$$;
