import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Database, Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import { signedIn } from '~/platform/rpc/context'
import type { IdentityContext } from '../context'
import { createAccount } from '../accounts/create-account'
import { verifyEmailJob } from '../codes/jobs'
import { hashPassword } from '../passwords/password-hash'
import { recordEvent } from '../security-log/record-event'
import { endSessions } from '../sessions/sessions'
import { letIn, tellReplaced } from '../sessions/open-for'
import { isSetupToken, setupToken } from './setup-token'

type Refusal = 'closed' | 'unknown'

/** Where the first admin comes in, for who reads what is printed at start; undefined when the house has one. */
export async function findSetupAddress(services: {
  db: Database
  secret: string
  publicUrl: string
}): Promise<string | undefined> {
  if (await hasAdmin(services.db)) return undefined
  return `${services.publicUrl}/setup?token=${setupToken(services.secret)}`
}

/** What the printed address is good for; changes nothing. */
export async function inspectSetup(
  context: Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'secret'>,
  { token }: { token: string },
): Promise<'open' | Refusal> {
  // 256 bits are not found by trying; but trying is noise in the log of a house that is just moving in.
  await context.limits.consume('setup_ip', context.ip, { points: 30, seconds: 600 })
  if (await hasAdmin(context.db)) return 'closed'
  return isSetupToken(token, context.secret) ? 'open' : 'unknown'
}

/**
 * A new account that is the admin, and its session. Of any number at once one gets it.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function openHouse(
  context: IdentityContext,
  input: { token: string; fullName: string; email: string; password: string },
): Promise<{ sessionId: string } | Refusal | 'taken'> {
  const { db, jobs, requestId } = context
  const state = await inspectSetup(context, input)
  if (state !== 'open') return state
  const now = context.now()
  const passwordHash = await hashPassword(input.password)
  const outcome = await db.transaction().execute(async (trx) => {
    if (await waitForAdmin(trx)) return 'closed' as const
    const { fullName, email } = input
    const created = await createAccount(trx, {
      fullName,
      email,
      passwordHash,
      code: undefined,
      now,
      role: 'admin',
    })
    // Nothing was written: without a code, a taken address is all that can be in the way.
    if (typeof created === 'string') return 'taken' as const
    const { userId } = created
    await recordOpening(trx, userId, requestId)
    await jobs.enqueue(trx, verifyEmailJob, { userId })
    return { sessionId: await letIn(trx, context, { userId, method: 'password' }) }
  })
  if (typeof outcome === 'object') tellReplaced(context)
  return outcome
}

/** The same for who has an account already, and keeps whatever else they are. */
export async function claimHouse(
  context: Pick<IdentityContext, 'caller' | 'db' | 'limits' | 'live' | 'ip' | 'now' | 'secret' | 'requestId'>,
  input: { token: string },
): Promise<'admin' | Refusal> {
  const { id: userId, sessionId } = signedIn(context)
  const state = await inspectSetup(context, input)
  if (state !== 'open') return state
  const outcome = await context.db.transaction().execute(async (trx) => {
    if (await waitForAdmin(trx)) return 'closed' as const
    await trx.insertInto('user_roles').values({ user_id: userId, role: 'admin' }).execute()
    // The link was shown to the operator alone, so the session that opened it goes on.
    const now = context.now()
    const ended = await endSessions(trx, { userId, except: sessionId, now })
    await recordEvent(trx, { userId, kind: 'role_assigned', at: now, details: { role: 'admin', ended } })
    await recordOpening(trx, userId, context.requestId)
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

/** The lock of migration 0031: whoever comes second looks when the first is done. */
async function waitForAdmin(trx: Transaction): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('admins'))`.execute(trx)
  return hasAdmin(trx)
}

function recordOpening(trx: Transaction, userId: string, requestId: string): Promise<void> {
  return recordAudit(trx, {
    actorId: userId,
    action: 'setup.open',
    subject: { type: 'person', id: userId },
    details: { role: 'admin' },
    requestId,
  })
}
