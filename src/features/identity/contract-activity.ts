import { z } from 'zod'
import { id } from '~/platform/rpc/contract'
import { admin, own } from './contract-shapes'
import { SECURITY_FAMILIES, SECURITY_PERIODS, SECURITY_RESULTS } from './rules/security-kinds'

const cursor = z.string().max(500).optional()

const event = z.object({
  id,
  family: z.enum(SECURITY_FAMILIES),
  /** For example `Signed in` or `Passkey added`. */
  title: z.string(),
  /** Details such as `Password and authenticator code` or `Wrong password, 3 times`; may be empty. */
  facts: z.string(),
  /** Time of the event or its latest repeat, ISO 8601. */
  at: z.string(),
  device: z.string().nullable(),
  ip: z.string().nullable(),
  /** ISO 3166 country code, estimated by the proxy; null if the proxy sends none. */
  country: z.string().nullable(),
  isNewDevice: z.boolean(),
})
export type ActivityEvent = z.output<typeof event>

export const activity = {
  list: own('GET', '/account/activity', 'Security activity, newest first')
    .input(
      z.object({ family: z.enum(['sign_ins', 'failed', 'changes', 'api_keys']).optional(), after: cursor }),
    )
    .output(
      z.object({
        events: z.array(event),
        nextCursor: z.string().nullable(),
        /** Number of days for which activity is shown. */
        days: z.int(),
        /** The latest sign-in from a new device that the person has neither confirmed nor denied. */
        alert: event.nullable(),
      }),
    ),

  confirm: own('POST', '/account/activity/{id}/confirm', 'Confirm that the caller made a sign-in')
    .errors({ NOT_FOUND: { status: 404, message: 'That activity is no longer stored.' } })
    .input(z.object({ id }))
    .output(z.object({})),

  deny: own(
    'POST',
    '/account/activity/{id}/deny',
    'Report a sign-in as made by someone else: ends its session and treats every device as new',
  )
    .errors({ NOT_FOUND: { status: 404, message: 'That activity is no longer stored.' } })
    .input(z.object({ id }))
    .output(z.object({})),
}

export const securityFilter = z.object({
  /** A name, an email address or the start of a network address. */
  q: z.string().max(100, 'Use at most 100 characters.').optional(),
  family: z.enum(SECURITY_FAMILIES).optional(),
  result: z.enum(SECURITY_RESULTS).optional(),
  period: z.enum(SECURITY_PERIODS).default('day'),
  /** Only events of this person. This filter is recorded in the audit log. */
  personId: id.optional(),
})

const adminEvent = event.extend({
  /** Null for a failed sign-in without an account. */
  person: z.object({ id, name: z.string(), email: z.string().nullable() }).nullable(),
  by: z.string().nullable(),
  isBlocked: z.boolean(),
})
export type SecurityEntry = z.output<typeof adminEvent>

export const securityEvents = {
  list: admin('GET', '/admin/security', 'Security events, newest first')
    .input(
      securityFilter.extend({
        after: cursor,
        before: cursor,
        limit: z.coerce.number().int().min(1).max(100).default(25),
      }),
    )
    .output(
      z.object({
        events: z.array(adminEvent),
        /** Position of this page’s first event among all matching events, from 1; 0 if there are none. */
        from: z.int().min(0),
        nextCursor: z.string().nullable(),
        previousCursor: z.string().nullable(),
      }),
    ),

  counts: admin('GET', '/admin/security/counts', 'Security events of the last 24 hours').output(
    z.object({
      days: z.int(),
      /** The operator's setting STAFF_TWO_STEP. */
      requiresStaffTwoStep: z.boolean(),
      signIns: z.int(),
      failed: z.int(),
      newDevices: z.int(),
      blocked: z.int(),
      /** The network whose sign-ins failed for the most accounts within the last hour; null if for fewer than ten. */
      attack: z.object({ network: z.string(), accounts: z.int() }).nullable(),
    }),
  ),
}
