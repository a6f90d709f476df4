-- Two signed up with it and with different passwords before either confirmed it. It stood in the tokens alone, which are forgotten after a
-- month, and of two mails that were written at the same moment one did not know of the other.
alter table accounts add column contested text;
update accounts set contested = t.sent_to from one_time_tokens t where t.user_id = accounts.id and t.payload ? 'contested'
  and ((t.sent_to = accounts.email and accounts.email_verified_at is null) or (t.sent_to = accounts.phone and accounts.phone_verified_at is null));
