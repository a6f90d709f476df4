import { formatBrowser } from '~/lib/format-browser'
import type { sessionRow } from '../../contract-users-shapes'
import { isId } from '~/lib/ids'
import { sql } from 'kysely'
import type { z } from 'zod'
import { notify, settleNotifications } from '~/features/notifications/server/public'
import { recordAudit } from '~/database/audit'
import { calls } from '../call-implementer'
import type { ReadContext } from '../context'
import { refuse } from '../refused-error'
import { assignRole, removeRole } from './change-role'
import { endAllSessions, endUserSession } from './end-sessions'
import { getUser } from './get-user'
import { listUserBookings, listUserOrders, listUserReports } from './list-user-records'
import { listUsers } from './list-users'
import { removeUser } from './remove-user'
import { endSuspension, suspendUser } from './suspend-user'
import { type AccountContext, changeAccount } from './change-account'

type Session = z.input<typeof sessionRow>
type Row = Omit<Session, 'browser' | 'isThis'> & { userAgent: string | null }

const users = calls.users

export const userCalls = {
  list: users.list.handler(({ context, input }) => listUsers(context.db, input)),
  counts: users.counts.handler(({ context }) => context.tallies.users()),
  get: users.get.handler(({ context, input }) => getUser(context, input.id)),
  sessions: users.sessions.handler(({ context, input }) => listSessions(context, input.id)),
  orders: users.orders.handler(({ context, input }) => listUserOrders(context.db, input)),
  bookings: users.bookings.handler(({ context, input }) => listUserBookings(context.db, input)),
  reports: users.reports.handler(({ context, input }) => listUserReports(context.db, input.id)),
  endSession: users.endSession.handler(async ({ context, input }) => {
    await endUserSession(context, input)
    return {}
  }),
  endAllSessions: users.endAllSessions.handler(async ({ context, input }) => {
    await endAllSessions(context, input.id)
    return {}
  }),
  assignRole: users.assignRole.handler(async ({ context, input }) => {
    await assignRole(context, input)
    return {}
  }),
  removeRole: users.removeRole.handler(async ({ context, input }) => {
    await removeRole(context, input)
    return {}
  }),
  setVerified: users.setVerified.handler(async ({ context, input }) => {
    await setVerified(context, input)
    return {}
  }),
  suspend: users.suspend.handler(async ({ context, input }) => {
    await suspendUser(context, input)
    return {}
  }),
  endSuspension: users.endSuspension.handler(async ({ context, input }) => {
    await endSuspension(context, input)
    return {}
  }),
  remove: users.remove.handler(async ({ context, input }) => {
    await removeUser(context, input)
    return {}
  }),
}

/**
 * Returns the account’s sessions, last used first. The returned ids cannot be used to sign in: the cookie holds a
 * signed id.
 */
async function listSessions({ caller, db, now }: ReadContext, userId: string): Promise<Session[]> {
  if (!isId(userId)) throw refuse('NOT_FOUND')
  const { rows } = await sql<Row>`
    select s.id, s.created_at as "startedAt", s.last_seen_at as "lastSeenAt", s.ip, s.user_agent as "userAgent" from accounts a left join sessions s
      on s.user_id = a.id and s.ended_at is null and s.expires_at > ${now()}::timestamptz
    where a.id = ${userId}::uuid order by s.last_seen_at desc, s.id desc`.execute(db)
  if (rows.length === 0) throw refuse('NOT_FOUND')
  return rows
    .filter(({ id }) => id !== null)
    .map(({ userAgent, ...session }) => ({
      ...session,
      browser: formatBrowser(userAgent),
      isThis: session.id === caller?.sessionId,
    }))
}

/** AD-07: verifies or unverifies a user. If the value is already set, nothing is recorded in the audit log. */
async function setVerified(
  context: AccountContext,
  { id, isVerified }: { id: string; isVerified: boolean },
): Promise<void> {
  await changeAccount(context, id, async (trx, account, actorId) => {
    if (account.isVerified === isVerified) return {}
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
    return { topics: ['members', 'notifications'] }
  })
}
