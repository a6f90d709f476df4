import { toSentenceCase } from '~/lib/sentence-case'
import { API_KEY_KINDS, type SecurityKind } from './security-kinds'

/** Titles of security events. For some, `getEventTitle` adds the role. */
const titles: Readonly<Record<SecurityKind, string>> = {
  signed_in: 'Signed in',
  sign_in_started: 'Sign-in not completed',
  sign_in_failed: 'Sign-in failed',
  sign_in_blocked: 'Sign-in blocked',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  sessions_ended: 'Other sessions ended',
  password_changed: 'Password changed',
  password_reset_requested: 'Password reset requested',
  email_added: 'Email address added',
  email_changed: 'Email address changed',
  phone_added: 'Phone number added',
  phone_changed: 'Phone number changed',
  phone_removed: 'Phone number removed',
  factor_added: 'Two-step verification added',
  factor_removed: 'Two-step verification removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_codes_renewed: 'New recovery codes created',
  recovery_code_used: 'Recovery code used',
  identity_linked: 'Linked account added',
  identity_unlinked: 'Linked account removed',
  identity_verified: 'Identity verified',
  api_key_created: 'API key created',
  api_key_revoked: 'API key revoked',
  webhook_added: 'Webhook added',
  webhook_secret_renewed: 'New webhook secret created',
  api_key_used: 'API key used',
  api_key_refused: 'API key refused',
  role_assigned: 'Role assigned',
  role_removed: 'Role removed',
  suspended: 'Account suspended',
  suspension_ended: 'Suspension ended',
}

const methodNames: Readonly<Record<string, string>> = {
  password: 'password',
  otp: 'code or link',
  recovery: 'password reset link',
  invite: 'invitation link',
  oauth: 'linked account',
  'sso/saml': 'company sign-in',
  passkey: 'passkey',
  totp: 'authenticator code',
  'mfa/phone': 'text message code',
  'mfa/webauthn': 'security key',
  'mfa/recovery_code': 'recovery code',
  trusted_browser: 'trusted browser',
}

export interface SecurityFacts {
  kind: SecurityKind
  count: number
  details: unknown
}

interface Details {
  methods: string[]
  name?: string | undefined
  role?: string | undefined
  device?: string | undefined
  ended?: number | undefined
  cause?: string | undefined
}

/**
 * Reads the details of a stored event. Skips invalid fields, because another version of the server may have stored
 * them.
 */
function parseDetails(details: unknown): Details {
  const read = typeof details === 'object' && details !== null ? (details as Record<string, unknown>) : {}
  const findText = (key: string) => (typeof read[key] === 'string' ? read[key] : undefined)
  return {
    methods: Array.isArray(read['methods']) ? read['methods'].map(String) : [],
    name: findText('name'),
    role: findText('role'),
    device: findText('device'),
    cause: findText('reason'),
    ended: typeof read['ended'] === 'number' ? read['ended'] : undefined,
  }
}

export function getEventTitle({ kind, details }: Pick<SecurityFacts, 'kind' | 'details'>): string {
  const { role } = parseDetails(details)
  if (kind === 'role_assigned' && role !== undefined) return `Became ${role}`
  if (kind === 'role_removed' && role !== undefined) return `No longer ${role}`
  return titles[kind]
}

/** Lists the sign-in methods of an event, such as `Password and authenticator code`; empty if it has none. */
export function formatMethods(details: unknown): string {
  const names = parseDetails(details).methods.map((method) => methodNames[method] ?? method)
  const sentence = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return toSentenceCase(sentence)
}

/**
 * Describes the details of an event, such as `Wrong password, 3 times`; may be empty. `findRoute` finds the method
 * and path of an API call.
 */
export function describeFacts(
  { kind, count, details }: SecurityFacts,
  findRoute: (call: string) => string | undefined = () => undefined,
): string {
  const { name, device, ended, cause, methods } = parseDetails(details)
  const isKeyUse = API_KEY_KINDS.some((each) => each === kind)
  const reason =
    cause === 'wrong_password'
      ? 'Wrong password'
      : cause === 'wrong_code'
        ? `Wrong ${methods.map((method) => methodNames[method] ?? method).join(', ') || 'code'}`
        : cause === 'reused_token'
          ? 'A sign-in token was used twice'
          : undefined
  const facts = [
    kind === 'sign_in_blocked'
      ? 'Too many attempts'
      : isKeyUse
        ? methods.map((call) => findRoute(call) ?? call).join(', ')
        : (reason ?? formatMethods(details)),
    name === undefined ? '' : `“${name}”`,
    device ?? '',
    ended === undefined || ended === 0 ? '' : `${ended} ${ended === 1 ? 'session' : 'sessions'} ended`,
  ].filter((fact) => fact !== '')
  const text = facts.join(' · ')
  // Each process records repeated calls with an API key only once an hour, so `count` isn't the number of calls.
  if (count < 2 || isKeyUse) return text
  return text === '' ? `${count} times` : `${text}, ${count} times`
}
