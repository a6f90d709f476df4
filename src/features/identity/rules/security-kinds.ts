/** A browser counts as new again after this many days without a sign-in. Browsers limit cookies to 400 days, too. */
export const DEVICE_DAYS = 400

/** Kinds of events in the security log; their titles are in describe-security-event.ts. */
export const SIGN_IN_KINDS = ['signed_in', 'sign_in_started'] as const
export const FAILED_KINDS = ['sign_in_failed', 'sign_in_blocked'] as const
export const SESSION_KINDS = ['signed_out', 'session_ended', 'sessions_ended'] as const
export const CHANGE_KINDS = [
  'password_changed',
  'password_reset_requested',
  'email_added',
  'email_changed',
  'phone_added',
  'phone_changed',
  'phone_removed',
  'factor_added',
  'factor_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'identity_linked',
  'identity_unlinked',
  'identity_verified',
  'api_key_created',
  'api_key_revoked',
  'webhook_added',
  'webhook_secret_renewed',
] as const
/** Accepted and refused calls with API keys. */
export const API_KEY_KINDS = ['api_key_used', 'api_key_refused'] as const
export const ROLE_KINDS = ['role_assigned', 'role_removed', 'suspended', 'suspension_ended'] as const

export type SecurityKind =
  | (typeof SIGN_IN_KINDS)[number]
  | (typeof FAILED_KINDS)[number]
  | (typeof SESSION_KINDS)[number]
  | (typeof CHANGE_KINDS)[number]
  | (typeof API_KEY_KINDS)[number]
  | (typeof ROLE_KINDS)[number]

export const SECURITY_FAMILIES = ['sign_ins', 'failed', 'sessions', 'changes', 'api_keys', 'roles'] as const
export type SecurityFamily = (typeof SECURITY_FAMILIES)[number]

export const kindsOf: Readonly<Record<SecurityFamily, readonly SecurityKind[]>> = {
  sign_ins: SIGN_IN_KINDS,
  failed: FAILED_KINDS,
  sessions: SESSION_KINDS,
  changes: CHANGE_KINDS,
  api_keys: API_KEY_KINDS,
  roles: ROLE_KINDS,
}

export const SECURITY_RESULTS = ['new_device', 'failed', 'blocked'] as const
export type SecurityResult = (typeof SECURITY_RESULTS)[number]
export const SECURITY_PERIODS = ['day', 'week', 'month', 'all'] as const
export type SecurityPeriod = (typeof SECURITY_PERIODS)[number]
