import { formatMoney } from '~/lib/money'
import { formatShort, formatShortDay } from '~/lib/time'
import type { Order } from '../../contract'
import type { OrderRefund } from '../../contract-shapes'
import { describeHeldAmount, describeRejection } from '../../rules/describe-rejection'
import { computeArrivalDay, formatRejection, REFUND_DURATION } from '../../rules/refund-state'

type OrderOfRefund = Pick<Order, 'event' | 'orderNumber' | 'serverNow' | 'contactAddress'>

/** Returns the text of the badge of an order with refunds; undefined without refunded tickets. */
export function describeRefunds({ refunds, status }: Pick<Order, 'refunds' | 'status'>): string | undefined {
  if (refunds.some(isFailed)) return 'refund failed'
  if (status === 'refunded') return 'refunded'
  return refunds.some(({ ticketNumbers }) => ticketNumbers.length > 0) ? 'partially refunded' : undefined
}

/** Returns the refund that the page is about: a failed one, otherwise the newest. */
export const findMainRefund = ({ refunds }: Pick<Order, 'refunds'>): OrderRefund | undefined =>
  refunds.find(isFailed) ?? refunds[0]

const isFailed = ({ state }: OrderRefund): boolean => state === 'failed' || state === 'rejected'

const headlines: Record<OrderRefund['state'], string> = {
  approved: 'Your refund is on its way.',
  waiting: 'Your refund is on its way.',
  sent: 'Your refund is on its way.',
  paid: 'Refund paid.',
  rejected: 'Your bank rejected the refund.',
  failed: 'Your refund is delayed.',
  charged_back: 'Your bank took the payment back.',
  paid_another_way: 'Refund paid another way.',
}

export function getHeadline(refund: OrderRefund, order: OrderOfRefund): string {
  return isOverdue(refund, order) ? 'Your refund was sent.' : headlines[refund.state]
}

/** Returns the sentences below the headline: the amount, where it goes, when it arrives, and the invalid tickets. */
export function describeRefundState(refund: OrderRefund, order: OrderOfRefund): string {
  const { ticketNumbers, reason } = refund
  const [first] = ticketNumbers
  // The payment bought nothing, so the text starts with the reason.
  if (first === undefined) return `${reason} ${describeAmount(refund, order)}`
  const tickets =
    ticketNumbers.length === 1
      ? `Ticket ${first} is no longer valid.`
      : `Tickets ${ticketNumbers.slice(0, -1).join(', ')} and ${ticketNumbers.at(-1)} are no longer valid.`
  return `${describeAmount(refund, order)} ${tickets}`
}

function describeAmount(refund: OrderRefund, order: OrderOfRefund): string {
  const { timezone } = order.event
  const { state, sentAt, paidAt, bankReference: reference } = refund
  const amount = formatMoney(refund.amountCents, order.event.currency)
  const target = getTarget(refund)
  const inquiry = reference === null ? 'ask your bank.' : `give your bank this reference: ${reference}.`
  switch (state) {
    case 'approved':
      return `${amount} goes to ${target}. ${REFUND_DURATION}`
    case 'waiting':
      return `${amount} goes to ${target}. We couldn’t send it yet, and try again within the hour. ${REFUND_DURATION}`
    case 'sent':
      if (sentAt === null) return `${amount} goes to ${target}. ${REFUND_DURATION}`
      return isOverdue(refund, order)
        ? `${amount} was sent to ${target}. It was due by ${formatArrival(sentAt, timezone)}. If you don’t see it, ${inquiry}`
        : `${amount} goes to ${target}. It arrives by ${formatArrival(sentAt, timezone)}, depending on your bank.`
    case 'paid':
      return `${amount} was paid to ${target}${paidAt === null ? '' : ` on ${formatShortDay(paidAt, timezone)}`}. If you don’t see it, ${inquiry}`
    case 'rejected':
      return describeRejection({ ...order, ...refund, currency: order.event.currency })
    case 'failed':
      return `${amount} couldn’t be sent to ${target} yet. ${describeHeldAmount(order)}`
    case 'paid_another_way':
      return `${amount} was paid to you another way: ${refund.otherPayment ?? ''}`
    default:
      return `Your bank gave you ${amount} back.`
  }
}

const getTarget = ({ method }: OrderRefund): string => `your ${method ?? 'payment method'}`
const formatArrival = (sentAt: string, timezone: string) =>
  formatShortDay(computeArrivalDay(sentAt), timezone)

function isOverdue({ state, sentAt }: OrderRefund, { serverNow }: OrderOfRefund): boolean {
  return state === 'sent' && sentAt !== null && computeArrivalDay(sentAt).getTime() < Date.parse(serverNow)
}

export interface RefundStep {
  status: 'done' | 'next' | 'failed'
  title: string
  detail?: string
  time?: string
}

/** Returns the steps of a refund, oldest first, with their times in this zone. */
export function listRefundSteps(refund: OrderRefund, timezone: string): RefundStep[] {
  const { state, sentAt, paidAt, failedAt } = refund
  const target = getTarget(refund)
  const withTime = (at: string | null) => (at === null ? {} : { time: formatShort(at, timezone) })
  const approved: RefundStep = {
    status: 'done',
    ...(refund.isByOrganizer
      ? { title: 'The organizer approved the refund', detail: refund.reason }
      : { title: refund.reason.replace(/\.$/, '') }),
    ...withTime(refund.approvedAt),
  }
  const sent: RefundStep = { status: 'done', title: 'Sent to your bank', ...withTime(sentAt) }
  const arrives = { status: 'next', title: `Arrives on ${target}` } as const
  switch (state) {
    case 'approved':
    case 'waiting':
      return [approved, { status: 'next', title: 'Goes to your bank' }, arrives]
    case 'sent':
      return [
        approved,
        sent,
        { ...arrives, ...(sentAt === null ? {} : { time: `by ${formatArrival(sentAt, timezone)}` }) },
      ]
    case 'paid':
      return [approved, sent, { status: 'done', title: `Paid to ${target}`, ...withTime(paidAt) }]
    case 'failed':
      return [approved, { status: 'failed', title: 'Not sent to your bank yet', ...withTime(failedAt) }]
    case 'rejected':
      return [
        approved,
        sent,
        {
          status: 'failed',
          title: `Rejected by your bank: ${formatRejection(refund.rejection)}`,
          ...withTime(failedAt),
        },
      ]
    case 'paid_another_way':
      return [
        approved,
        {
          status: 'done',
          title: 'Paid another way',
          detail: refund.otherPayment ?? '',
          ...withTime(refund.paidAnotherWayAt),
        },
      ]
    default:
      return [approved]
  }
}
