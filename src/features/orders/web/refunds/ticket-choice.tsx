import { Checkbox } from '~/design/checkbox'
import { classNames } from '~/design/class-names'
import { formatMoney } from '~/lib/money'
import type { RefundableOrder } from '../../contract-refunds'
import { computeRefundShare } from '../../rules/refund-share'
import styles from './refunds.module.css'

type Choosable = RefundableOrder['tickets'][number]

export const isRefundable = (ticket: Choosable) => ticket.status === 'valid' && ticket.checkedInAt === null

/** Returns the refund for these tickets in cents, with their share of the fee. */
function computeRefundCents(
  tickets: readonly Choosable[],
  money: NonNullable<RefundableOrder['money']>,
  chosen: ReadonlySet<string>,
): number {
  const seats = new Map<string, number>()
  for (const { id, ticketTypeId } of tickets)
    if (chosen.has(id)) seats.set(ticketTypeId, (seats.get(ticketTypeId) ?? 0) + 1)
  return computeRefundShare(money, seats).cents
}

/**
 * Checkboxes for the tickets of an order, with the reason when one can't be refunded, and the sum for callers who may
 * see money.
 */
export function TicketChoice(props: {
  order: RefundableOrder
  tickets: readonly Choosable[]
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  sumLabel: string
}) {
  const { order, tickets, chosen, onChoose, sumLabel } = props
  const toggle = (id: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <fieldset className={classNames('stack', styles.tickets)}>
      <legend className="visually-hidden">Tickets</legend>
      {tickets.map((ticket) => (
        <div className="row between" key={ticket.id}>
          <Checkbox
            className={styles.ticket}
            checked={chosen.has(ticket.id)}
            disabled={!isRefundable(ticket)}
            onChange={(event) => toggle(ticket.id, event.target.checked)}
          >
            {ticket.typeName} <span className={classNames('code muted', styles.number)}>{ticket.number}</span>
          </Checkbox>
          <span className="small muted">{describeStatus(ticket) || formatHolder(ticket, order)}</span>
        </div>
      ))}
      {order.money && (
        <p className={classNames('row between', styles.sum)} aria-live="polite">
          <span>{sumLabel}</span>
          <b className="title-2">
            {formatMoney(computeRefundCents(order.tickets, order.money, chosen), order.money.currency)}
          </b>
        </p>
      )}
    </fieldset>
  )
}

/** Returns the holder's name unless it is the buyer's, which is shown above. */
const formatHolder = ({ holderName }: Choosable, { buyerName }: RefundableOrder) =>
  holderName === buyerName ? '' : holderName

const STATUS_LABELS = { valid: '', refunded: 'Refunded', cancelled: 'Canceled' } as const

function describeStatus({ status, checkedInAt }: Choosable): string {
  return status === 'valid' && checkedInAt !== null ? 'Checked in' : STATUS_LABELS[status]
}
