-- What a moderator did only a moderator undoes: a room's admin may be the very person against whom it was done.
alter table chat_rooms
  add column closed_by_moderator boolean not null default false,
  add check (not (is_active and closed_by_moderator));
create index chat_rooms_closed on chat_rooms (lower(name), id) where closed_by_moderator;
alter table chat_messages add column hidden_by_moderator boolean not null default false;
alter table chat_bans add column by_moderator boolean not null default false;
alter table chat_mutes add column by_moderator boolean not null default false;

create temporary view moderating as select user_id as id from user_roles where role in ('moderator', 'admin');
update chat_messages set hidden_by_moderator = true where hidden_by in (select id from moderating);
update chat_bans set by_moderator = true where banned_by in (select id from moderating);
update chat_mutes set by_moderator = true where muted_by in (select id from moderating);
drop view moderating;
