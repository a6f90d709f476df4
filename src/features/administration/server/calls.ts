import { attentionCalls } from './attention/calls'
import { auditCalls } from './audit/calls'
import { bookingCalls } from './bookings/calls'
import { getOverview } from './get-overview'
import { calls } from './call-implementer'
import { paymentCalls } from './payments/calls'
import { sampleCalls } from './sample-data/calls'
import { userCalls } from './users/calls'

export const administrationCalls = calls.router({
  overview: calls.overview.handler(({ context }) => getOverview(context.db, context.now())),
  attention: attentionCalls,
  users: userCalls,
  bookings: bookingCalls,
  payments: paymentCalls,
  audit: auditCalls,
  sample: sampleCalls,
})
