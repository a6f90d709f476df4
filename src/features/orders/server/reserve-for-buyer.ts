import { requireCaptcha } from '~/features/identity/server/public'
import { requireCaller } from '~/platform/rpc/context'
import { describeShortage } from '../rules/error-messages'
import type { Context } from './context'
import { refuse } from './refused-error'
import { needsCaptcha, reserveTickets, type ReserveTicketsOutcome } from './reserve-tickets'
import { createWrongCodeLimit } from './ticket-types/wrong-codes'

const refusedOutcomes = {
  email_needed: 'EMAIL_NEEDED',
  empty_selection: 'EMPTY_SELECTION',
  event_not_found: 'EVENT_NOT_FOUND',
  event_cancelled: 'EVENT_CANCELLED',
  event_over: 'EVENT_OVER',
  type_not_found: 'TICKET_TYPE_NOT_FOUND',
  no_payments: 'CHECKOUT_COMING_SOON',
  promo_unknown: 'PROMO_UNKNOWN',
  promo_not_now: 'PROMO_NOT_ACTIVE',
  promo_used_up: 'PROMO_USED_UP',
  promo_used_by_you: 'PROMO_USED_BY_YOU',
  too_many_in_all: 'TOO_MANY_IN_ALL',
  hold_limit_reached: 'HOLD_LIMIT_REACHED',
  free_limit_reached: 'FREE_LIMIT_REACHED',
  network_full: 'NETWORK_FULL',
  email_unverified: 'EMAIL_UNVERIFIED',
  open_order_paying: 'OPEN_ORDER_PAYING',
  key_reused: 'KEY_REUSED',
} as const

// Reservations of one account for one event within the time of one hold. Each costs database work, and a free ticket
// sends an email.
const MAX_RESERVATIONS = 20

/** Holds tickets for the caller, within the limits of reservations, CAPTCHA and wrong codes. */
export async function reserveForBuyer(
  context: Context,
  input: Parameters<typeof reserveTickets>[1] & { captcha?: string | undefined },
) {
  await limitReservations(context, input.eventId)
  if (await needsCaptcha(context, input)) await requireCaptcha(context, input.captcha)
  // A wrong code counts the same as in the code field, so reservations can't be used to guess codes.
  const wrong =
    input.promoCode || input.accessCode
      ? createWrongCodeLimit(context, input.eventId.toLowerCase())
      : undefined
  await wrong?.checkTries()
  await wrong?.check()
  const result = await reserveTickets(context, input)
  if (wrong && isWrongCode(result.outcome, input)) {
    await wrong.count()
    await wrong.tryOne()
  }
  if (result.outcome !== 'reserved') throw refuseReservation(result)
  const { answeredAt, ...order } = result.order
  const totalCents = order.subtotalCents + order.addedTaxCents + order.feeCents
  return { ...order, totalCents, serverNow: answeredAt }
}

async function limitReservations(context: Context, eventId: string): Promise<void> {
  const { holdMinutes } = await context.settings.read()
  // A limit's duration must not change under the same name, so the name contains the hold time.
  await context.limits.consume(
    `reserve-${holdMinutes}`,
    `${requireCaller(context).id} ${eventId.toLowerCase()}`,
    {
      points: MAX_RESERVATIONS,
      seconds: holdMinutes * 60,
    },
  )
}

const isWrongCode = (outcome: string, { accessCode }: { accessCode?: string | null | undefined }): boolean =>
  outcome === 'promo_unknown' || (outcome === 'type_not_found' && Boolean(accessCode))

function refuseReservation(result: Exclude<ReserveTicketsOutcome, { outcome: 'reserved' }>): Error {
  if (result.outcome === 'sold_out') {
    const { ticketTypeId, name, remaining } = result
    const message = describeShortage(name, remaining)
    return refuse('SOLD_OUT', { message, data: { ticketTypeId, name, remaining } })
  }
  if (result.outcome === 'not_on_sale') return refuse('NOT_ON_SALE', { data: result.type })
  if (result.outcome === 'too_many')
    return refuse('TOO_MANY', { data: { ticketTypeId: result.ticketTypeId } })
  return refuse(refusedOutcomes[result.outcome])
}
