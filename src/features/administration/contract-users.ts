import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import { defineCalls, id, pageAfter, bidirectionalPage, pagePosition } from '~/platform/rpc/contract'
import { CHANGED, LAST_ADMIN, OWN_ACCOUNT, PASSWORD, USER_DELETED } from './contract-errors'
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

const admin = defineCalls('administration', 'admin')
const ofUser = z.object({ id })
/** The length limit is above that for new passwords, so that every existing password is accepted. */
const password = z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(1000)
const grantable = role.extract(['moderator', 'admin'])
const moment = z.iso.datetime({ error: 'Choose a date.', offset: true })

export const users = {
  list: admin('GET', '/admin/users', 'A page of all accounts')
    .input(
      z.object({
        q: search,
        filter: userFilter.default('all'),
        sort: userSort.default('joined'),
        /** For `joined`, `desc` means newest first. */
        direction: z.enum(['asc', 'desc']).default('desc'),
        ...bidirectionalPage,
      }),
    )
    .output(
      z.object({
        users: z.array(userRow),
        ...pagePosition,
      }),
    ),

  counts: admin('GET', '/admin/users/counts', 'Number of accounts per filter').output(userCounts),

  get: admin('GET', '/admin/users/{id}', 'One account').errors(USER_DELETED).input(ofUser).output(userDetail),

  sessions: admin('GET', '/admin/users/{id}/sessions', 'List a user’s sessions')
    .errors(USER_DELETED)
    .input(ofUser)
    .output(z.array(sessionRow)),

  /** Succeeds without effect if the session has already ended. */
  endSession: admin('DELETE', '/admin/users/{id}/sessions/{sessionId}', 'End a session')
    .errors(USER_DELETED)
    .input(z.object({ id, sessionId: id }))
    .output(done),

  /** If the caller’s current session belongs to this account, it isn’t ended. */
  endAllSessions: admin('DELETE', '/admin/users/{id}/sessions', 'End all sessions of an account')
    .errors(USER_DELETED)
    .input(ofUser)
    .output(done),

  orders: admin('GET', '/admin/users/{id}/orders', 'Orders of a person, newest first')
    .errors(USER_DELETED)
    .input(z.object({ id, after: pageAfter(timeCursor) }))
    .output(personOrders),

  bookings: admin('GET', '/admin/users/{id}/bookings', 'Bookings as client or DJ, latest event first')
    .errors(USER_DELETED)
    .input(z.object({ id, after: pageAfter(timeCursor) }))
    .output(personBookings),

  /** Returns at most the 100 newest reports. */
  reports: admin('GET', '/admin/users/{id}/reports', 'Reports about a person, newest first')
    .errors(USER_DELETED)
    .input(ofUser)
    .output(personReports),

  /** Succeeds without effect if the person has the role. The `admin` role requires the caller’s password. */
  assignRole: admin('PUT', '/admin/users/{id}/roles/{role}', 'Assign a role')
    .errors({ ...USER_DELETED, ...PASSWORD })
    .input(z.object({ id, role: grantable, password: password.optional() }))
    .output(done),

  /** Succeeds without effect if the person does not have the role. The `admin` role requires the caller’s password. */
  removeRole: admin('POST', '/admin/users/{id}/roles/{role}/remove', 'Remove a role')
    .errors({ ...USER_DELETED, ...PASSWORD, ...LAST_ADMIN })
    .input(z.object({ id, role: grantable, password: password.optional() }))
    .output(done),

  setVerified: admin('PUT', '/admin/users/{id}/verified', 'Verify or unverify a user')
    .errors(USER_DELETED)
    .input(z.object({ id, isVerified: z.boolean() }))
    .output(done),

  /** Ends every session immediately and emails the person the reason and the end date. */
  suspend: admin('PUT', '/admin/users/{id}/suspension', 'Suspend a user until a date')
    .errors({
      ...USER_DELETED,
      ...CHANGED,
      ...OWN_ACCOUNT,
      BAD_UNTIL: { status: 422, message: 'Choose a date in the future.' },
    })
    .input(
      z.object({
        id,
        until: moment,
        reason: z
          .string({ error: 'Enter a reason.' })
          .max(SUSPENSION_REASON_MAX * 4)
          .overwrite(cleanMultiLineText)
          .min(1, 'Enter a reason. The suspended person will see it.')
          .max(SUSPENSION_REASON_MAX, `Use at most ${SUSPENSION_REASON_MAX} characters.`),
        /** The value of `suspendedUntil` when the page loaded it. */
        was: moment.nullable(),
      }),
    )
    .output(done),

  endSuspension: admin('POST', '/admin/users/{id}/suspension/end', 'End a suspension')
    .errors({ ...USER_DELETED, ...CHANGED })
    .input(z.object({ id, was: moment.nullable() }))
    .output(done),

  /** Deletes an account permanently, but not an admin’s or the caller’s own. Requires the caller’s password. */
  remove: admin('POST', '/admin/users/{id}/remove', 'Delete an account')
    .errors({
      ...USER_DELETED,
      ...PASSWORD,
      ...OWN_ACCOUNT,
      IS_ADMIN: { status: 409, message: 'Admins can’t be deleted. Remove the admin role first.' },
      ORGANIZES: {
        status: 409,
        message:
          'This user organizes upcoming or unsettled events. Cancel, hand over or settle those events first.',
        data: z.object({ count: z.int(), events: z.array(z.object({ id: z.string(), title: z.string() })) }),
      },
    })
    .input(z.object({ id, password }))
    .output(done),
}
