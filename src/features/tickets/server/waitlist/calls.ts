import { formatWait } from '~/platform/limits/limits'
import { calls } from '../implementer'
import { passOffer, acceptFreeOffer } from './answer-offer'
import { findWaitlistStatus } from './waitlist-status'
import { joinWaitlist } from './join-waitlist'
import { leaveWaitlist } from './leave-waitlist'
import { listMyWaitlists } from './my-waitlists'

const { join, leave, pass, take, listOwn, get } = calls.waitlist

const joinErrorCodes = {
  not_found: 'NOT_FOUND',
  not_sold_out: 'NOT_SOLD_OUT',
  not_on_sale: 'NOT_ON_SALE',
  offered: 'OFFERED',
  email_needed: 'EMAIL_NEEDED',
  email_unverified: 'EMAIL_UNVERIFIED',
} as const

export const waitlistCalls = {
  join: join.handler(async ({ context, input, errors }) => {
    const result = await joinWaitlist(context, input)
    if (typeof result === 'string') throw errors[joinErrorCodes[result]]()
    if ('coolsDownAt' in result) {
      const wait = formatWait(Math.ceil((result.coolsDownAt.getTime() - context.now().getTime()) / 1000))
      throw errors.COOLING_DOWN({
        message: `You didn’t accept the last offer for this event, so other people go first. Join again in ${wait}.`,
        data: { until: result.coolsDownAt.toISOString() },
      })
    }
    return result
  }),
  leave: leave.handler(async ({ context, input, errors }) => {
    const result = await leaveWaitlist(context, input)
    if (result === 'not_found') throw errors.NOT_FOUND()
    if (result === 'offered') throw errors.OFFERED()
    return input
  }),
  pass: pass.handler(async ({ context, input, errors }) => {
    const result = await passOffer(context, input)
    if (result === 'not_found') throw errors.NOT_FOUND()
    if (result === 'bought') throw errors.BOUGHT()
    return input
  }),
  take: take.handler(async ({ context, input, errors }) => {
    const result = await acceptFreeOffer(context, input)
    if (result === 'not_found') throw errors.NOT_FOUND()
    if (result === 'to_pay') throw errors.PAYMENT_REQUIRED()
    if (result === 'lapsed') throw errors.OFFER_EXPIRED()
    return result
  }),
  listOwn: listOwn.handler(async ({ context }) => ({
    entries: await listMyWaitlists(context),
    serverNow: context.now().toISOString(),
  })),
  get: get.handler(async ({ context, input }) => ({
    types: await findWaitlistStatus(context, input.eventId),
  })),
}
