import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { instant, nextCursor, pageAfter } from '~/platform/rpc/contract'
import { ALREADY_MEMBER, ANSWERED, REQUEST_NOT_FOUND } from './contract-errors'
import { byAdmin, count, done, id, personOrNull, statuses, createText } from './contract-shapes'
import { MESSAGE_MAX } from './rules/allowance'

export const inviteRequest = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  occupation: z.string(),
  about: z.string(),
  /** The link as typed; not validated as a web address. */
  link: z.string().nullable(),
  /** The member whom the requester names as a reference; not verified. */
  vouchedBy: z.string().nullable(),
  status: z.enum(['pending', 'approved', 'declined']),
  requestedAt: instant,
  answeredAt: instant.nullable(),
  answeredBy: personOrNull,
  /** The admin’s message in a decline email. */
  answerMessage: z.string().nullable(),
  code: z.object({ id, code: z.string(), status: statuses }).nullable(),
  /** The kind of account that has this address. Approving emails a `customer` a code to redeem; a `member` needs none. */
  account: z.enum(['none', 'customer', 'member']),
})
export type InviteRequest = z.output<typeof inviteRequest>

const list = z.object({ requests: z.array(inviteRequest), nextCursor })

export const requests = {
  /** `pending` oldest first, `answered` newest first. */
  list: byAdmin('GET', '/admin/invite-requests', 'List invite requests')
    .input(
      z.object({ status: z.enum(['pending', 'answered']).default('pending'), after: pageAfter(timeCursor) }),
    )
    .output(list),
  count: byAdmin('GET', '/admin/invite-requests/count', 'Number of pending requests').output(
    z.object({ pending: count, answered: count }),
  ),
  approve: byAdmin('POST', '/admin/invite-requests/{id}/approve', 'Approve a request and email a code')
    .errors({ ...REQUEST_NOT_FOUND, ANSWERED, ALREADY_MEMBER })
    .input(z.object({ id }))
    .output(z.object({ code: z.string(), account: z.enum(['none', 'customer']) })),
  decline: byAdmin(
    'POST',
    '/admin/invite-requests/{id}/decline',
    'Decline a request, with an email only if there is a message',
  )
    .errors({ ...REQUEST_NOT_FOUND, ANSWERED })
    .input(z.object({ id, message: createText(MESSAGE_MAX) }))
    .output(done),
}
