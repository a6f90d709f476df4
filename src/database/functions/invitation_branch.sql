-- The member and everyone below. Simple enough for the planner to inline.
create or replace function invitation_branch(person uuid) returns setof invitation_tree language sql stable as $$
  select below.* from invitation_tree top join invitation_tree below
    on below.path[1:500] >= top.path[1:500] and below.path[1:500] < top.path[1:500] || 2147483647
    and below.path[1:cardinality(top.path)] = top.path
  where top.id = person
$$;
