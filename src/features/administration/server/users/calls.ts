import { formatBrowser } from '~/lib/format-browser'
import type { SessionRow } from '../../contract-users-shapes'
import { isId } from '~/lib/ids'
import { sql } from 'kysely'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { recordAudit } from '~/database/audit'
import { calls } from '../implementer'
import type { ReadContext } from '../context'
import { assignRole, removeRole, type RoleError } from './change-role'
import { endAllSessions, endUserSession } from './end-sessions'
import { findUser } from './get-user'
import { listUserBookings, listUserOrders, listUserReports } from './list-user-records'
import { listUsers } from './list-users'
import { removeUser } from './remove-user'
import { type ChangedMeanwhile, endSuspension, suspendUser } from './suspend-user'
import { type AccountContext, type Changed, changeAccount } from './change-account'

interface Row {
  id: string
  created_at: Date
  last_seen_at: Date
  ip: string | null
  user_agent: string | null
}

const users = calls.users

export const userCalls = {
  list: users.list.handler(({ context, input }) => listUsers(context.db, input)),
  counts: users.counts.handler(({ context }) => context.tallies.users()),
  get: users.get.handler(async ({ context, input, errors }) => {
    const user = await findUser(context, input.id)
    if (!user) throw errors.NOT_FOUND()
    return user
  }),
  sessions: users.sessions.handler(async ({ context, input, errors }) => {
    const sessions = await listSessions(context, input.id)
    if (!sessions) throw errors.NOT_FOUND()
    return sessions
  }),
  orders: users.orders.handler(async ({ context, input, errors }) => {
    const orders = await listUserOrders(context.db, input)
    if (!orders) throw errors.NOT_FOUND()
    return orders
  }),
  bookings: users.bookings.handler(async ({ context, input, errors }) => {
    const bookings = await listUserBookings(context.db, input)
    if (!bookings) throw errors.NOT_FOUND()
    return bookings
  }),
  reports: users.reports.handler(async ({ context, input, errors }) => {
    const reports = await listUserReports(context.db, input.id)
    if (!reports) throw errors.NOT_FOUND()
    return reports
  }),
  endSession: users.endSession.handler(async ({ context, input, errors }) => {
    if ((await endUserSession(context, input)) === 'not_found') throw errors.NOT_FOUND()
    return {}
  }),
  endAllSessions: users.endAllSessions.handler(async ({ context, input, errors }) => {
    if ((await endAllSessions(context, input.id)) === 'not_found') throw errors.NOT_FOUND()
    return {}
  }),
  assignRole: users.assignRole.handler(async ({ context, input, errors }) => {
    const outcome = await assignRole(context, input)
    if (outcome !== 'done') throw createRoleError(errors, outcome)
    return {}
  }),
  removeRole: users.removeRole.handler(async ({ context, input, errors }) => {
    const outcome = await removeRole(context, input)
    if (outcome === 'last_admin') throw errors.LAST_ADMIN()
    if (outcome !== 'done') throw createRoleError(errors, outcome)
    return {}
  }),
  setVerified: users.setVerified.handler(async ({ context, input, errors }) => {
    if ((await setVerified(context, input)) === 'not_found') throw errors.NOT_FOUND()
    return {}
  }),
  suspend: users.suspend.handler(async ({ context, input, errors }) => {
    const outcome = await suspendUser(context, input)
    if (outcome === 'done') return {}
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'oneself') throw errors.OWN_ACCOUNT()
    if ('problem' in outcome) throw errors.BAD_UNTIL({ message: outcome.problem })
    throw errors.CHANGED(toChangedError(outcome.changed))
  }),
  endSuspension: users.endSuspension.handler(async ({ context, input, errors }) => {
    const outcome = await endSuspension(context, input)
    if (outcome === 'done') return {}
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    throw errors.CHANGED(toChangedError(outcome.changed))
  }),
  remove: users.remove.handler(async ({ context, input, errors }) => {
    const outcome = await removeUser(context, input)
    if (outcome === 'done') return {}
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'oneself') throw errors.OWN_ACCOUNT()
    if (outcome === 'is_admin') throw errors.IS_ADMIN()
    if (typeof outcome === 'string') throw createRoleError(errors, outcome)
    throw errors.ORGANIZES({ message: outcome.sentence, data: outcome.data })
  }),
}

interface RoleErrors {
  NOT_FOUND: () => Error
  WRONG_PASSWORD: () => Error
  PASSWORD_MISSING: () => Error
  BUSY: () => Error
}

const errorCodes = {
  not_found: 'NOT_FOUND',
  wrong: 'WRONG_PASSWORD',
  missing: 'PASSWORD_MISSING',
  busy: 'BUSY',
} as const

function createRoleError(errors: RoleErrors, outcome: RoleError): Error {
  return errors[errorCodes[outcome]]()
}

function toChangedError({ sentence, by, at }: ChangedMeanwhile) {
  return { message: sentence, data: { by, at } }
}

/**
 * Returns the account’s sessions, last used first; undefined without such an account. The returned ids cannot be used
 * to sign in: the cookie holds a signed id.
 */
async function listSessions(
  { caller, db, now }: ReadContext,
  userId: string,
): Promise<SessionRow[] | undefined> {
  if (!isId(userId)) return undefined
  const { rows } = await sql<Row>`
    select s.id, s.created_at, s.last_seen_at, s.ip, s.user_agent from accounts a left join sessions s
      on s.user_id = a.id and s.ended_at is null and s.expires_at > ${now()}::timestamptz
    where a.id = ${userId}::uuid order by s.last_seen_at desc, s.id desc`.execute(db)
  if (rows.length === 0) return undefined
  return rows
    .filter(({ id }) => id !== null)
    .map((row) => ({
      id: row.id,
      startedAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      browser: formatBrowser(row.user_agent),
      ip: row.ip,
      isThis: row.id === caller?.sessionId,
    }))
}

/** AD-07: verifies or unverifies a user. A value that is already set is not recorded. */
async function setVerified(
  context: AccountContext,
  { id, isVerified }: { id: string; isVerified: boolean },
): Promise<'done' | 'not_found'> {
  return changeAccount(context, id, async (trx, account, actorId): Promise<Changed<'done'>> => {
    if (account.isVerified === isVerified) return { outcome: 'done' }
    // updated_at stays unchanged, so that an open profile form can still be saved.
    await trx.updateTable('profiles').set({ is_verified: isVerified }).where('id', '=', account.id).execute()
    await settleNotifications(trx, { subjectId: account.id, kinds: ['verified'] })
    if (isVerified)
      await notify(trx, context.jobs, [
        { userId: account.id, kind: 'verified', actorId: null, subjectId: account.id },
      ])
    await recordAudit(trx, {
      actorId,
      action: isVerified ? 'users.verify' : 'users.unverify',
      subject: { type: 'person', id: account.id },
      requestId: context.requestId,
    })
    return { outcome: 'done', topics: ['members', 'notifications'] }
  })
}
