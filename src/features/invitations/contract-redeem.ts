import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { CODE_EXPIRED, CODE_INVALID } from './rules/invitation-code'

/** For signed-in customers without an invitation: they become members and stay customers. */
export const redeem = call
  .meta({ access: 'signed_in' })
  .route({
    method: 'POST',
    path: '/invitations/redeem',
    tags: ['invitations'],
    summary: 'Become a member with an invitation code',
  })
  .errors({
    INVITATION_INVALID: { status: 422, message: CODE_INVALID },
    INVITATION_EXPIRED: { status: 422, message: CODE_EXPIRED },
    ALREADY_MEMBER: {
      status: 409,
      message: 'You are a member already. The code is still open: give it to somebody who is not.',
    },
  })
  .input(z.object({ code: z.string({ error: 'Enter your code.' }).max(100) }))
  .output(z.object({}))
