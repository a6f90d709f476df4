import { calls } from '../call-implementer'
import { passOffer, acceptFreeOffer } from './answer-offer'
import { findWaitlistStatus } from './waitlist-status'
import { joinWaitlist } from './join-waitlist'
import { leaveWaitlist } from './leave-waitlist'
import { listMyWaitlists } from './my-waitlists'

const { join, leave, pass, take, listOwn, get } = calls.waitlist

export const waitlistCalls = {
  join: join.handler(({ context, input }) => joinWaitlist(context, input)),
  leave: leave.handler(async ({ context, input }) => {
    await leaveWaitlist(context, input)
    return input
  }),
  pass: pass.handler(async ({ context, input }) => {
    await passOffer(context, input)
    return input
  }),
  take: take.handler(({ context, input }) => acceptFreeOffer(context, input)),
  listOwn: listOwn.handler(async ({ context }) => ({
    entries: await listMyWaitlists(context),
    serverNow: context.now(),
  })),
  get: get.handler(async ({ context, input }) => ({
    types: await findWaitlistStatus(context, input.eventId),
  })),
}
