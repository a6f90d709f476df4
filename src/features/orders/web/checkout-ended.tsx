import { LinkButton } from '~/design/link-button'
import { formatDollars } from '~/lib/money'
import type { Order } from '../contract'
import styles from './checkout.module.css'

/** Shows a cancelled or refunded order with its refund and the next step. */
export function CheckoutEnded({ order, step }: { order: Order; step: 'cancelled' | 'refunded' }) {
  const isRefunded = step === 'refunded'
  // Refunded tickets come first: such an order has no refund of its full payment.
  const { reason = '' } = order.refund ?? {}
  const amountCents = order.refundedCents || (order.refund?.amountCents ?? order.totalCents)
  if (isRefunded && amountCents === 0) return <NothingToRefund eventId={order.event.id} />
  return (
    <div className={styles.outcome}>
      <h1 className="display">{isRefunded ? 'Your refund is on its way.' : 'Order cancelled.'}</h1>
      <p className="lead muted">
        {isRefunded
          ? `${reason} ${formatDollars(amountCents)} is refunded to the original payment method. Banks take up to 5 working days.`.trim()
          : 'Nothing was charged. The tickets are back on sale.'}
      </p>
      <BackToEvent id={order.event.id} />
      <LinkButton variant="ghost" className={styles.flush} to="/events">
        Browse Events
      </LinkButton>
    </div>
  )
}

function NothingToRefund({ eventId }: { eventId: string }) {
  return (
    <div className={styles.outcome}>
      <h1 className="display">Tickets refunded.</h1>
      <p className="lead muted">Nothing was paid, so there is nothing to refund.</p>
      <BackToEvent id={eventId} />
    </div>
  )
}

function BackToEvent({ id }: { id: string }) {
  return (
    <LinkButton className={styles.action} variant="primary" size="lg" to="/events/$id" params={{ id }}>
      Back to the event
    </LinkButton>
  )
}
