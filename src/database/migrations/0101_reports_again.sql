-- A second report by the same person adds its reason and note instead of replacing the first.
alter table moderation_reports drop constraint moderation_reports_case_id_reporter_id_key;
create index moderation_reports_case on moderation_reports (case_id, reporter_id);
