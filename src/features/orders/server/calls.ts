import { requireCaptcha } from '~/features/identity/server/public'
import { signedIn } from '~/platform/rpc/context'
import { MAX_PER_TYPE } from '../rules/selection'
import { describeShortage } from '../rules/sentences'
import { findAvailability } from './availability'
import { cancelOrder } from './cancel-order'
import { findOrder, listOpenOrders } from './get-order'
import { calls } from './implementer'
import { listOrders } from './list-orders'
import { decideSandboxPayment, findSandboxPayment } from './payments/sandbox-page'
import { needsCaptcha, reserveTickets } from './reserve-tickets'
import { refundsCalls, salesCalls } from './refunds/calls'
import { promo, types, unlock } from './ticket-types/calls'
import { createWrongCodeLimit } from './ticket-types/wrong-codes'
import type { OpenedPayment } from './open-payments'
import type { Context } from './context'

function requireFound<Thing>(thing: Thing | undefined, missing: () => Error): Thing {
  if (thing === undefined) throw missing()
  return thing
}

const reserveErrorCodes = {
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

// Reservations of one account for one event per hold length. Each costs database work, and a free ticket sends an email.
const MAX_RESERVATIONS = 20

const isWrongCode = (outcome: string, { accessCode }: { accessCode?: string | null | undefined }): boolean =>
  outcome === 'promo_unknown' || (outcome === 'type_not_found' && Boolean(accessCode))

const reserve = calls.reserve.handler(async ({ context, input, errors }) => {
  const limitKey = `${signedIn(context).id} ${input.eventId.toLowerCase()}`
  const { holdMinutes } = await context.settings.read()
  // The window of a limit is fixed by its name, so the name contains the hold time.
  await context.limits.consume(`reserve-${holdMinutes}`, limitKey, {
    points: MAX_RESERVATIONS,
    seconds: holdMinutes * 60,
  })
  if (await needsCaptcha(context, input)) await requireCaptcha(context, errors, input.captcha)
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
  if (result.outcome === 'reserved') {
    const { order } = result
    return {
      id: order.id,
      orderNumber: order.orderNumber,
      status: order.status,
      subtotalCents: order.subtotalCents,
      feeCents: order.feeCents,
      totalCents: order.subtotalCents + order.feeCents,
      expiresAt: order.expiresAt.toISOString(),
      serverNow: order.answeredAt.toISOString(),
    }
  }
  if (result.outcome === 'sold_out') {
    const { ticketTypeId, name, remaining } = result
    const message = describeShortage(name, remaining)
    throw errors.SOLD_OUT({ message, data: { ticketTypeId, name, remaining } })
  }
  if (result.outcome === 'not_on_sale') throw errors.NOT_ON_SALE({ data: result.type })
  if (result.outcome === 'too_many') throw errors.TOO_MANY({ data: { ticketTypeId: result.ticketTypeId } })
  throw errors[reserveErrorCodes[result.outcome]]()
})

const paymentErrorCodes = {
  not_found: 'NOT_FOUND',
  expired: 'ORDER_EXPIRED',
  closed: 'ORDER_CLOSED',
  no_payments: 'CHECKOUT_COMING_SOON',
  provider_failed: 'PAYMENT_FAILED',
} as const

const pay = calls.startPayment.handler(async ({ context, input, errors }) => {
  const result = await startPayment(context, input)
  if (result.outcome === 'opened') return { redirectUrl: result.redirectUrl }
  throw errors[paymentErrorCodes[result.outcome]]()
})

export const ordersCalls = calls.router({
  types,
  promo,
  unlock,
  terms: calls.terms.handler(async ({ context: { payments, settings } }) => {
    const { feeBasisPoints, holdMinutes } = await settings.read()
    return { provider: payments.provider, feeBasisPoints, holdMinutes, maxPerType: MAX_PER_TYPE }
  }),
  availability: calls.availability.handler(async ({ context, input, errors }) =>
    requireFound(await findAvailability(context, input.eventId), errors.NOT_FOUND),
  ),
  reserve,
  getOrder: calls.getOrder.handler(async ({ context, input, errors }) =>
    requireFound(await findOrder(context, input.id), errors.NOT_FOUND),
  ),
  openOrders: calls.openOrders.handler(async ({ context }) => ({ orders: await listOpenOrders(context) })),
  startPayment: pay,
  cancelOrder: calls.cancelOrder.handler(async ({ context, input, errors }) => {
    const status = requireFound(await cancelOrder(context, input), errors.NOT_FOUND)
    if (status === 'confirmed') throw errors.ORDER_CLOSED()
    return { status }
  }),
  listOrders: calls.listOrders.handler(({ context, input }) => listOrders(context, input)),
  refunds: refundsCalls,
  sales: salesCalls,
  sandbox: {
    get: calls.sandbox.get.handler(async ({ context, input, errors }) =>
      requireFound(await findSandboxPayment(context, input.reference), errors.NOT_FOUND),
    ),
    decide: calls.sandbox.decide.handler(async ({ context, input, errors }) => {
      const { status, returnUrl } = requireFound(await decideSandboxPayment(context, input), errors.NOT_FOUND)
      return { status, returnUrl }
    }),
  },
})

function startPayment(
  context: Pick<Context, 'caller' | 'sales'>,
  input: { orderId: string; buyerName?: string | undefined; buyerEmail?: string | undefined },
): Promise<OpenedPayment> {
  return context.sales.openPayment({ ...input, customerId: signedIn(context).id })
}
