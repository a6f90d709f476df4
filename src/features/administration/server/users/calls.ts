import { calls } from '../implementer'

export const userCalls = {
  list: calls.users.list.handler(() => {
    throw new Error('not there yet')
  }),
  counts: calls.users.counts.handler(() => {
    throw new Error('not there yet')
  }),
  get: calls.users.get.handler(() => {
    throw new Error('not there yet')
  }),
  sessions: calls.users.sessions.handler(() => {
    throw new Error('not there yet')
  }),
  endSession: calls.users.endSession.handler(() => {
    throw new Error('not there yet')
  }),
  endAllSessions: calls.users.endAllSessions.handler(() => {
    throw new Error('not there yet')
  }),
  orders: calls.users.orders.handler(() => {
    throw new Error('not there yet')
  }),
  bookings: calls.users.bookings.handler(() => {
    throw new Error('not there yet')
  }),
  reports: calls.users.reports.handler(() => {
    throw new Error('not there yet')
  }),
  assignRole: calls.users.assignRole.handler(() => {
    throw new Error('not there yet')
  }),
  removeRole: calls.users.removeRole.handler(() => {
    throw new Error('not there yet')
  }),
  setVerified: calls.users.setVerified.handler(() => {
    throw new Error('not there yet')
  }),
  suspend: calls.users.suspend.handler(() => {
    throw new Error('not there yet')
  }),
  endSuspension: calls.users.endSuspension.handler(() => {
    throw new Error('not there yet')
  }),
  remove: calls.users.remove.handler(() => {
    throw new Error('not there yet')
  }),
}
