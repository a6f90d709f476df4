import { calls } from '../implementer'
import { assignRole, removeRole, type RoleRefusal } from './change-role'
import { endAllSessions, endUserSession } from './end-sessions'
import { findUser } from './get-user'
import { listBookingsOf, listOrdersOf, listReportsOf } from './list-of-user'
import { listSessions } from './list-sessions'
import { listUsers } from './list-users'
import { removeUser } from './remove-user'
import { setVerified } from './set-verified'
import { type ChangedMeanwhile, endSuspension, suspendUser } from './suspend-user'

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
    const orders = await listOrdersOf(context.db, input)
    if (!orders) throw errors.NOT_FOUND()
    return orders
  }),
  bookings: users.bookings.handler(async ({ context, input, errors }) => {
    const bookings = await listBookingsOf(context.db, input)
    if (!bookings) throw errors.NOT_FOUND()
    return bookings
  }),
  reports: users.reports.handler(async ({ context, input, errors }) => {
    const reports = await listReportsOf(context.db, input.id)
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
    if (outcome !== 'done') throw roleRefusal(errors, outcome)
    return {}
  }),
  removeRole: users.removeRole.handler(async ({ context, input, errors }) => {
    const outcome = await removeRole(context, input)
    if (outcome === 'last_admin') throw errors.LAST_ADMIN()
    if (outcome !== 'done') throw roleRefusal(errors, outcome)
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
    if (outcome === 'oneself') throw errors.ONESELF()
    if ('fault' in outcome) throw errors.BAD_UNTIL({ message: outcome.fault })
    throw errors.CHANGED(changedBy(outcome.changed))
  }),
  endSuspension: users.endSuspension.handler(async ({ context, input, errors }) => {
    const outcome = await endSuspension(context, input)
    if (outcome === 'done') return {}
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    throw errors.CHANGED(changedBy(outcome.changed))
  }),
  remove: users.remove.handler(async ({ context, input, errors }) => {
    const outcome = await removeUser(context, input)
    if (outcome === 'done') return {}
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'oneself') throw errors.ONESELF()
    if (outcome === 'is_admin') throw errors.IS_ADMIN()
    if (typeof outcome === 'string') throw roleRefusal(errors, outcome)
    throw errors.ORGANIZES({ message: outcome.sentence, data: outcome.data })
  }),
}

interface Refusals {
  NOT_FOUND: () => Error
  WRONG_PASSWORD: () => Error
  PASSWORD_MISSING: () => Error
  BUSY: () => Error
}

const refusalCodes = {
  not_found: 'NOT_FOUND',
  wrong: 'WRONG_PASSWORD',
  missing: 'PASSWORD_MISSING',
  busy: 'BUSY',
} as const

function roleRefusal(errors: Refusals, refusal: RoleRefusal): Error {
  return errors[refusalCodes[refusal]]()
}

function changedBy({ sentence, by, at }: ChangedMeanwhile) {
  return { message: sentence, data: { by, at } }
}
