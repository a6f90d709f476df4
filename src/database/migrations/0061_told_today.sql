-- When holders of an event were mailed of another date or place: those of the last day, so that nobody is written to without end.
alter table events add column told_at timestamptz[] not null default '{}';
