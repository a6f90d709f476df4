import { LinkButton } from '~/design/link-button'
import { formatDollars } from '~/lib/money'
import type { Order } from '../contract'
import styles from './checkout.module.css'

/** Given back, or paid and refunded: what happened to the money, and the way on. */
export function CheckoutEnded({ order, step }: { order: Order; step: 'cancelled' | 'refunded' }) {
  const isRefunded = step === 'refunded'
  // What was really paid is what goes back; an order whose tickets were taken back has no refund of a payment of its own.
  const { reason = '' } = order.refund ?? {}
  const amountCents = order.refundedCents || (order.refund?.amountCents ?? order.totalCents)
  if (isRefunded && amountCents === 0) return <NothingPaid eventId={order.event.id} />
  return (
    <div className={styles.outcome}>
      <h1 className="display">{isRefunded ? 'Your money is on its way back.' : 'Order cancelled.'}</h1>
      <p className="lead muted">
        {isRefunded
          ? `${reason} ${formatDollars(amountCents)} goes back the way it was paid; banks take up to five working days.`.trim()
          : 'Nothing was charged. The tickets are back on sale.'}
      </p>
      <LinkButton
        className={styles.action}
        variant="primary"
        size="lg"
        to="/events/$id"
        params={{ id: order.event.id }}
      >
        Back to the event
      </LinkButton>
      <LinkButton variant="ghost" className={styles.flush} to="/events">
        Browse Events
      </LinkButton>
    </div>
  )
}

function NothingPaid({ eventId }: { eventId: string }) {
  return (
    <div className={styles.outcome}>
      <h1 className="display">These tickets went back.</h1>
      <p className="lead muted">Nothing was paid for them, so nothing goes back.</p>
      <LinkButton
        className={styles.action}
        variant="primary"
        size="lg"
        to="/events/$id"
        params={{ id: eventId }}
      >
        Back to the event
      </LinkButton>
    </div>
  )
}
