import { sql } from 'kysely'
import type { Part } from './archive-part'

export const accountParts: readonly Part[] = [
  {
    name: 'account',
    about: 'Your email, phone and account status.',
    covers: ['profiles.id'],
    rows: (id) => sql`
      select id, email, email_verified_at as "emailConfirmedAt", new_email as "newEmail", phone, phone_verified_at as "phoneConfirmedAt",
        new_phone as "newPhone", password_hash is not null as "hasPassword", password_changed_at as "passwordChangedAt",
        has_second_factor as "hasSecondFactor", user_metadata as metadata, app_metadata as "appMetadata", suspended_until as "suspendedUntil",
        suspended_reason as "suspendedReason", last_signed_in_at as "lastSignedInAt", created_at as "createdAt", updated_at as "changedAt"
      from accounts where id = ${id}`,
  },
  {
    name: 'profile',
    about: 'Your public page, and details that only members see.',
    covers: [],
    rows: (id) => sql`
      select full_name as "fullName", dj_name as "djName", email, phone, phone_visibility as "phoneVisibility", booking_email as "bookingEmail",
        booking_email_visibility as "bookingEmailVisibility", bio, location, timezone, genres, equipment, price_range as "priceRange",
        rate_cents as "rateCents", deposit_percent as "depositPercent", availability_days as "availabilityDays",
        social_links as "socialLinks", avatar_url as "pictureUrl", is_dj as "isDj", is_public as "isPublic", is_verified as "isVerified",
        invitations_paused_at as "invitationsPausedAt", created_at as "createdAt", updated_at as "changedAt"
      from profiles where id = ${id}`,
  },
  {
    name: 'roles',
    about: 'Your roles on this site.',
    covers: ['user_roles.user_id'],
    rows: (id) =>
      sql`select role, created_at as "since" from user_roles where user_id = ${id} order by created_at, role`,
  },
  {
    name: 'memberTypes',
    about: 'Your member types.',
    covers: ['user_member_types.user_id'],
    rows: (id) => sql`
      select member_type as type, created_at as "since" from user_member_types where user_id = ${id} order by created_at, member_type`,
  },
  {
    name: 'sessions',
    about: 'Where and when you were signed in.',
    covers: ['sessions.user_id'],
    rows: (id) => sql`
      select ip, user_agent as "browser", assurance, amr as "shown", created_at as "signedInAt", last_seen_at as "lastSeenAt",
        ended_at as "endedAt", expires_at as "expiresAt"
      from sessions where user_id = ${id} order by created_at, id`,
  },
  {
    name: 'securityActivity',
    about: 'Sign-ins, failed sign-ins and changes to your account.',
    covers: ['security_events.user_id'],
    rows: (id) => sql`
      select kind, count, ip, country, device, is_new_device as "isNewDevice", answer, details, first_at as "firstAt", at as "lastAt"
      from security_events where user_id = ${id} order by at, id`,
  },
  {
    name: 'apiKeys',
    about: 'Your API keys, also revoked ones; without the keys themselves.',
    covers: ['api_keys.user_id'],
    rows: (id) => sql`
      select name, prefix, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
        revoked_at as "revokedAt"
      from api_keys where user_id = ${id} order by created_at, id`,
  },
  {
    name: 'knownDevices',
    about: 'Browsers in which you have signed in; without the tokens in their cookies.',
    covers: ['known_devices.user_id'],
    rows: (id) => sql`
      select created_at as "since", last_used_at as "lastUsedAt" from known_devices where user_id = ${id} order by created_at, token_hash`,
  },
  {
    name: 'linkedIdentities',
    about: 'Provider accounts that you sign in with, and what the providers sent us.',
    covers: ['identities.user_id'],
    rows: (id) => sql`
      select provider, provider_id as "idAtProvider", identity_data as "data", created_at as "linkedAt", updated_at as "changedAt",
        last_signed_in_at as "lastSignedInAt"
      from identities where user_id = ${id} order by created_at, id`,
  },
  {
    name: 'secondFactors',
    about: 'Your two-step verification methods; without their secrets.',
    covers: ['auth_factors.user_id'],
    rows: (id) => sql`
      select kind, status, friendly_name as name, phone, created_at as "addedAt", last_used_at as "lastUsedAt"
      from auth_factors where user_id = ${id} order by created_at, id`,
  },
  {
    name: 'passkeys',
    about: 'Your passkeys; without the keys themselves.',
    covers: ['passkeys.user_id'],
    rows: (id) => sql`
      select friendly_name as name, is_backed_up as "isBackedUp", created_at as "addedAt", last_used_at as "lastUsedAt"
      from passkeys where user_id = ${id} order by created_at, id`,
  },
  {
    name: 'recoveryCodes',
    about: 'When recovery codes were made and used; without the codes.',
    covers: ['recovery_codes.user_id'],
    rows: (id) => sql`
      select created_at as "madeAt", used_at as "usedAt" from recovery_codes where user_id = ${id} order by created_at, used_at`,
  },
  {
    name: 'trustedBrowsers',
    about: 'Browsers that skip two-step verification.',
    covers: ['trusted_browsers.user_id'],
    rows: (id) => sql`
      select created_at as "since", expires_at as "until" from trusted_browsers where user_id = ${id} order by created_at, expires_at`,
  },
  {
    name: 'linksAndCodes',
    about:
      'Links and codes sent to you by email or text message, such as for a new password; without their content. Each ended when it was used or replaced by a newer one.',
    covers: ['one_time_tokens.user_id'],
    rows: (id) => sql`
      select purpose, sent_to as "sentTo", created_at as "sentAt", expires_at as "expiresAt", used_at as "endedAt"
      from one_time_tokens where user_id = ${id} order by created_at, purpose`,
  },
  {
    name: 'emailPreferences',
    about: 'Which emails you want.',
    covers: ['email_preferences.user_id'],
    rows: (id) => sql`
      select topic, wants_email as "wantsEmail", updated_at as "chosenAt" from email_preferences where user_id = ${id} order by topic`,
  },
  {
    name: 'notices',
    about: 'Your notifications; what they are about is in the other lists.',
    covers: ['notifications.user_id'],
    rows: (id) => sql`
      select kind, subject_id as "about", created_at as "at", read_at as "readAt", settled_at as "settledAt", emailed_at as "mailedAt"
      from notifications where user_id = ${id} order by id`,
  },
  {
    name: 'payoutAccount',
    about:
      'Your payout account as its provider last reported it. The provider has your identity and bank details.',
    covers: ['payees.user_id'],
    rows: (id) => sql`
      select provider, status, bank_name as "bankName", bank_last4 as "bankLast4", country, currency,
        checked_at as "checkedAt", connected_at as "connectedAt", created_at as "createdAt"
      from payees where user_id = ${id}`,
  },
  {
    name: 'billingDetails',
    about: 'Your billing details, which are printed on invoices for your events.',
    covers: ['billing_details.person_id'],
    rows: (id) => sql`
      select legal_name as "legalName", address, country, tax_id as "taxId", updated_at as "changedAt"
      from billing_details where person_id = ${id}`,
  },
  {
    name: 'orderBilling',
    about: 'The billing details that you entered for the invoices of your orders.',
    covers: ['order_billing.customer_id'],
    rows: (id) => sql`
      select o.order_number as "order", b.legal_name as "legalName", b.address, b.country, b.tax_id as "taxId",
        b.updated_at as "changedAt"
      from order_billing b join orders o on o.id = b.order_id where b.customer_id = ${id} order by b.updated_at, b.order_id`,
  },
  {
    name: 'archives',
    about: 'Your request for this archive.',
    covers: ['data_exports.user_id'],
    rows: (id) => sql`select requested_at as "requestedAt" from data_exports where user_id = ${id}`,
  },
]
