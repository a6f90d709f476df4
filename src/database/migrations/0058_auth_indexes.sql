-- A program said so of what was not there; it counted as a way in, and signing in by the other one failed.
update accounts set email_verified_at = null where email is null and email_verified_at is not null;
update accounts set phone_verified_at = null where phone is null and phone_verified_at is not null;
alter table accounts add constraint accounts_email_proven check (email is not null or email_verified_at is null);
alter table accounts add constraint accounts_phone_proven check (phone is not null or phone_verified_at is null);

-- Anybody may ask for the mail or message of a change once more.
create index accounts_new_email on accounts (new_email) where new_email is not null;
create index accounts_new_phone on accounts (new_phone) where new_phone is not null;

-- Read with every session that is answered.
create index auth_factors_user on auth_factors (user_id);

-- Those that are used up are asked for too: what became of a link, and whether two signed up with an address.
drop index one_time_tokens_user;
drop index one_time_tokens_sent;
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_sent on one_time_tokens (sent_to, purpose);
