import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { manyLines } from '~/lib/many-lines'
import { call, id, pageAfter, pageEitherWay, pagePosition } from '~/platform/rpc/contract'
import { CHANGED, LAST_ADMIN, ONESELF, PASSWORD, USER_GONE } from './contract-errors'
import {
  done,
  personBookings,
  personOrders,
  personReports,
  role,
  search,
  sessionRow,
  userCounts,
  userDetail,
  userFilter,
  userRow,
  userSort,
} from './contract-users-shapes'
import { SUSPENSION_REASON_MAX } from './rules/suspension'

const admin = call.meta({ access: 'admin' })
const tags = ['administration']
const ofUser = z.object({ id })
/** The longest password that can be set has fewer characters, in any alphabet. */
const password = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1000)
const grantable = role.extract(['moderator', 'admin'])
const moment = z.iso.datetime({ error: 'Choose a date.', offset: true })

export const users = {
  list: admin
    .route({ method: 'GET', path: '/admin/users', tags, summary: 'A page of all accounts' })
    .input(
      z.object({
        q: search,
        filter: userFilter.default('all'),
        sort: userSort.default('joined'),
        /** Of `joined`, `desc` is newest first. */
        direction: z.enum(['asc', 'desc']).default('desc'),
        ...pageEitherWay,
      }),
    )
    .output(
      z.object({
        users: z.array(userRow),
        ...pagePosition,
      }),
    ),

  counts: admin
    .route({ method: 'GET', path: '/admin/users/counts', tags, summary: 'How many there are of each filter' })
    .output(userCounts),

  get: admin
    .route({ method: 'GET', path: '/admin/users/{id}', tags, summary: 'One account' })
    .errors(USER_GONE)
    .input(ofUser)
    .output(userDetail),

  /** The open ones, the last used first. */
  sessions: admin
    .route({
      method: 'GET',
      path: '/admin/users/{id}/sessions',
      tags,
      summary: 'Where somebody is signed in',
    })
    .errors(USER_GONE)
    .input(ofUser)
    .output(z.array(sessionRow)),

  /** One that has ended already is a quiet success. */
  endSession: admin
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/sessions/{sessionId}',
      tags,
      summary: 'End a session',
    })
    .errors(USER_GONE)
    .input(z.object({ id, sessionId: id }))
    .output(done),

  /** Of one's own, all but the one that asks. */
  endAllSessions: admin
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/sessions',
      tags,
      summary: 'Sign somebody out everywhere',
    })
    .errors(USER_GONE)
    .input(ofUser)
    .output(done),

  orders: admin
    .route({
      method: 'GET',
      path: '/admin/users/{id}/orders',
      tags,
      summary: 'What somebody bought, newest first',
    })
    .errors(USER_GONE)
    .input(z.object({ id, after: pageAfter(timeCursor) }))
    .output(personOrders),

  bookings: admin
    .route({
      method: 'GET',
      path: '/admin/users/{id}/bookings',
      tags,
      summary: 'Bookings of either side, latest night first',
    })
    .errors(USER_GONE)
    .input(z.object({ id, after: pageAfter(timeCursor) }))
    .output(personBookings),

  /** The newest hundred. */
  reports: admin
    .route({
      method: 'GET',
      path: '/admin/users/{id}/reports',
      tags,
      summary: 'Reports against somebody, newest first',
    })
    .errors(USER_GONE)
    .input(ofUser)
    .output(personReports),

  /** A role that is there already is a quiet success. For `admin` with the caller's own password. */
  assignRole: admin
    .route({ method: 'PUT', path: '/admin/users/{id}/roles/{role}', tags, summary: 'Assign a role' })
    .errors({ ...USER_GONE, ...PASSWORD })
    .input(z.object({ id, role: grantable, password: password.optional() }))
    .output(done),

  /** A role that is not there is a quiet success. For `admin` with the caller's own password. */
  removeRole: admin
    .route({ method: 'POST', path: '/admin/users/{id}/roles/{role}/remove', tags, summary: 'Remove a role' })
    .errors({ ...USER_GONE, ...PASSWORD, ...LAST_ADMIN })
    .input(z.object({ id, role: grantable, password: password.optional() }))
    .output(done),

  setVerified: admin
    .route({ method: 'PUT', path: '/admin/users/{id}/verified', tags, summary: 'Verify somebody, or not' })
    .errors(USER_GONE)
    .input(z.object({ id, isVerified: z.boolean() }))
    .output(done),

  /** Ends every session at once; the person is emailed the reason and the date. */
  suspend: admin
    .route({
      method: 'PUT',
      path: '/admin/users/{id}/suspension',
      tags,
      summary: 'Suspend somebody until a date',
    })
    .errors({
      ...USER_GONE,
      ...CHANGED,
      ...ONESELF,
      BAD_UNTIL: { status: 422, message: 'Choose a time to come.' },
    })
    .input(
      z.object({
        id,
        until: moment,
        /** Shown to them. */
        reason: z
          .string({ error: 'Say why.' })
          .max(SUSPENSION_REASON_MAX * 4)
          .overwrite(manyLines)
          .min(1, 'Say why. They are told so.')
          .max(SUSPENSION_REASON_MAX, `Use at most ${SUSPENSION_REASON_MAX} characters.`),
        /** `suspendedUntil` as the page read it. */
        was: moment.nullable(),
      }),
    )
    .output(done),

  endSuspension: admin
    .route({ method: 'POST', path: '/admin/users/{id}/suspension/end', tags, summary: 'End a suspension' })
    .errors({ ...USER_GONE, ...CHANGED })
    .input(z.object({ id, was: moment.nullable() }))
    .output(done),

  /** For good. Not for admins, nor for oneself; with the caller's own password. */
  remove: admin
    .route({ method: 'POST', path: '/admin/users/{id}/remove', tags, summary: 'Delete an account' })
    .errors({
      ...USER_GONE,
      ...PASSWORD,
      ...ONESELF,
      IS_ADMIN: { status: 409, message: 'Admins cannot be deleted. Remove the role first.' },
      /** The sentence names the events. */
      ORGANIZES: {
        status: 409,
        message: 'They organize nights to come. Cancel them or hand them over first.',
        data: z.object({ count: z.int(), events: z.array(z.object({ id: z.string(), title: z.string() })) }),
      },
    })
    .input(z.object({ id, password }))
    .output(done),
}
