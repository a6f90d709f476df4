-- Whether reserving tickets of the event requires a CAPTCHA. It has no effect while the operator has not set one up.
alter table events add column requires_captcha boolean not null default false;
