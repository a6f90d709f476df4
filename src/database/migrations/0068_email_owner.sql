-- The person who proves an email or phone gets it, so that two people who want it are no longer remembered. Accounts that wait for
-- that proof with two passwords lose theirs, as they would have at the proof.
update accounts set password_hash = null where contested is not null
  and ((contested = email and email_verified_at is null) or (contested = phone and phone_verified_at is null))
  and email_verified_at is null and phone_verified_at is null;
alter table accounts drop column contested;
update one_time_tokens set payload = payload - 'contested' where payload ? 'contested';

-- When an account was last signed in to is written by a session alone from now on. A sign-up that an app began within the life of its
-- link and that no one was signed in to still waits to be finished.
update accounts a set last_signed_in_at = null
  where email_verified_at is null and phone_verified_at is null and created_at > now() - interval '1 day'
    and not exists (select from sessions s where s.user_id = a.id);
