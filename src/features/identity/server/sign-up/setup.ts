import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Database, Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import { requireCaller } from '~/platform/rpc/context'
import { sign } from '~/platform/secrets/derived-key'
import { isSameSecret } from '~/platform/secrets/is-same-secret'
import type { IdentityContext } from '../context'
import { createAccount } from '../accounts/create-account'
import { verifyEmailJob } from '../email-and-sms/jobs'
import { hashPassword } from '../passwords/password-hash'
import { recordEvent } from '../security-log/record-event'
import { endSessions } from '../sessions/sessions'
import { startSession, notifyReplacedSession } from '../sessions/start-session'
import { consumeBudget } from '../limits/action-limits'

type SetupError = 'closed' | 'unknown'

/**
 * Returns the token for creating the first admin. It is derived, so that nothing is stored and every process prints the
 * same one.
 */
export function deriveSetupToken(secret: string): string {
  return sign('the first admin', secret, 'b2b setup v1').toString('base64url')
}

export function isSetupToken(given: string, secret: string): boolean {
  return isSameSecret(deriveSetupToken(secret), given)
}

/** Returns the setup URL that is printed at startup, or undefined when the site has an admin. */
export async function findSetupAddress(services: {
  db: Database
  secret: string
  publicUrl: string
}): Promise<string | undefined> {
  if (await hasAdmin(services.db)) return undefined
  return `${services.publicUrl}/setup?token=${deriveSetupToken(services.secret)}`
}

/** Checks a setup token without changing anything. */
export async function inspectSetup(
  context: Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'secret'>,
  { token }: { token: string },
): Promise<'open' | SetupError> {
  // A setup token has 256 bits and can't be guessed. This limit only prevents a flooded log.
  await consumeBudget(context.limits, 'setup_ip', context.ip)
  if (await hasAdmin(context.db)) return 'closed'
  return isSetupToken(token, context.secret) ? 'open' : 'unknown'
}

/**
 * Creates the first admin's account and a session. Of concurrent calls only one succeeds.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function setUpSite(
  context: IdentityContext,
  input: { token: string; fullName: string; email: string; password: string },
): Promise<{ sessionId: string } | SetupError | 'taken'> {
  const { db, jobs, requestId } = context
  const state = await inspectSetup(context, input)
  if (state !== 'open') return state
  const now = context.now()
  const passwordHash = await hashPassword(input.password)
  const outcome = await db.transaction().execute(async (trx) => {
    if (await hasAdminAfterLock(trx)) return 'closed' as const
    const { fullName, email } = input
    const created = await createAccount(trx, {
      fullName,
      email,
      passwordHash,
      code: undefined,
      now,
      role: 'admin',
    })
    // Nothing was written. The email must be taken, because there is no invitation code that could be invalid.
    if (typeof created === 'string') return 'taken' as const
    const { userId } = created
    await recordSetupAudit(trx, userId, requestId)
    await jobs.enqueue(trx, verifyEmailJob, { userId })
    return { sessionId: await startSession(trx, context, { userId, method: 'password' }) }
  })
  if (typeof outcome === 'object') notifyReplacedSession(context)
  return outcome
}

/** Makes an existing account the first admin. It keeps its other roles. */
export async function claimSite(
  context: Pick<IdentityContext, 'caller' | 'db' | 'limits' | 'live' | 'ip' | 'now' | 'secret' | 'requestId'>,
  input: { token: string },
): Promise<'admin' | SetupError> {
  const { id: userId, sessionId } = requireCaller(context)
  const state = await inspectSetup(context, input)
  if (state !== 'open') return state
  const outcome = await context.db.transaction().execute(async (trx) => {
    if (await hasAdminAfterLock(trx)) return 'closed' as const
    await trx.insertInto('user_roles').values({ user_id: userId, role: 'admin' }).execute()
    // The session that opened the link continues, because only the operator has seen the link.
    const now = context.now()
    const ended = await endSessions(trx, { userId, except: sessionId, now })
    await recordEvent(trx, { userId, kind: 'role_assigned', at: now, details: { role: 'admin', ended } })
    await recordSetupAudit(trx, userId, context.requestId)
    return 'admin' as const
  })
  if (outcome === 'admin') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}

async function hasAdmin(db: Pick<Database, 'selectFrom'>): Promise<boolean> {
  const found = await db
    .selectFrom('user_roles')
    .select('role')
    .where('role', '=', 'admin')
    .limit(1)
    .execute()
  return found.length > 0
}

/**
 * Returns whether an admin exists, after waiting for a concurrent setup. Takes the same lock as the SQL function
 * require_an_admin.
 */
async function hasAdminAfterLock(trx: Transaction): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
  return hasAdmin(trx)
}

function recordSetupAudit(trx: Transaction, userId: string, requestId: string): Promise<void> {
  return recordAudit(trx, {
    actorId: userId,
    action: 'setup.open',
    subject: { type: 'person', id: userId },
    details: { role: 'admin' },
    requestId,
  })
}
