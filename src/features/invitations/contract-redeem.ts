import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { CODE_EXPIRED, CODE_INVALID } from './rules/invitation-code'

/**
 * For signed-in customers who signed up without an invitation: with a code they become members, and stay customers.
 */
export const redeem = defineCalls('invitations', 'signed_in')(
  'POST',
  '/invitations/redeem',
  'Become a member with an invitation code',
)
  .errors({
    INVITATION_INVALID: { status: 422, message: CODE_INVALID },
    INVITATION_EXPIRED: { status: 422, message: CODE_EXPIRED },
    ALREADY_MEMBER: {
      status: 409,
      message: 'You’re already a member. The code is still valid, so you can give it to another person.',
    },
  })
  .input(z.object({ code: z.string({ error: 'Enter your code.' }).max(100) }))
  .output(z.object({}))
