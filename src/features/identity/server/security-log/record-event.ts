import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { formatBrowser } from '~/lib/format-browser'
import type { SecurityKind } from '../../rules/security-kinds'
import type { IdentityContext } from '../context'

/**
 * Details that describe-security-event.ts shows. They contain no secrets, because the person, admins and the data
 * export see them.
 */
export interface SecurityDetails {
  /** Sign-in methods, as in the `amr` of a session. For an API key, the call that it made. */
  methods?: readonly string[]
  /** A linked or unlinked account, such as `GitHub (ida@sand.example)`, or the name of a passkey or API key. */
  name?: string | undefined
  role?: string
  ended?: number | undefined
  /** The device whose session ended. */
  device?: string
  reason?: 'wrong_password' | 'wrong_code' | 'reused_token'
}

export interface SecurityEvent {
  /** Null for a failed sign-in with an unknown email or phone. */
  userId: string | null
  kind: SecurityKind
  at: Date
  actorId?: string | undefined
  sessionId?: string | undefined
  ip?: string | null
  country?: string | undefined
  device?: string | null
  isNewDevice?: boolean
  details?: SecurityDetails
}

export type RequestOrigin = Pick<IdentityContext, 'ip' | 'requestHeaders'> & {
  config?: { security?: { countryHeader?: string | undefined } | undefined } | undefined
}

/** Records an event in the caller's transaction and merges repeats within an hour into one row. Returns its id. */
export async function recordEvent(
  trx: Transaction | Database,
  { userId, kind, at, details = {}, isNewDevice = false, ...event }: SecurityEvent,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select record_security_event(${userId}::uuid, ${event.actorId ?? null}::uuid, ${kind}, ${at}::timestamptz,
      ${event.sessionId ?? null}::uuid, ${event.ip ?? null}, ${event.country ?? null}, ${event.device ?? null}, ${isNewDevice},
      ${JSON.stringify(details)}::jsonb) as id`.execute(trx)
  return rows[0]?.id ?? ''
}

/** Returns the network address, country and device of a request. */
export function getOrigin({ ip, requestHeaders, config }: RequestOrigin) {
  const header = config?.security?.countryHeader
  const country = header === undefined ? null : requestHeaders.get(header)
  return {
    ip,
    device: formatBrowser(requestHeaders.get('user-agent')),
    // Cloudflare sends XX for an unknown country and T1 for Tor.
    country: country !== null && /^(?!XX)[A-Z]{2}$/.test(country) ? country : undefined,
  }
}

/** Like recordEvent, with the origin of the request. */
export function recordRequestEvent(
  trx: Transaction | Database,
  context: RequestOrigin & Pick<IdentityContext, 'now'>,
  event: Omit<SecurityEvent, 'at' | 'ip' | 'country' | 'device'>,
): Promise<string> {
  return recordEvent(trx, { ...event, ...getOrigin(context), at: context.now() })
}
