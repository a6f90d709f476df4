-- A line-up entry for a member is a request until they accept it: `asked_id` is the member who was asked, and `dj_id` stays empty until
-- then. What reads `dj_id` (links, calendars, host rights) therefore never concerns a member who hasn't agreed. Existing entries count as accepted.
alter table line_up_slots add column asked_id uuid references profiles on delete set null;
alter table line_up_slots add column asked_by uuid references profiles on delete set null;
alter table line_up_slots add constraint line_up_slots_asked check (asked_id is null or dj_id is null);
create index line_up_slots_asked on line_up_slots (asked_id) where asked_id is not null;
create index line_up_slots_asked_by on line_up_slots (asked_by) where asked_by is not null;
