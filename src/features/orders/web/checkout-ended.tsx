import type { ReactNode } from 'react'
import { LinkButton } from '~/design/link-button'
import type { Order } from '../contract'
import { RefundStatus } from './refunds/refund-status'
import styles from './checkout.module.css'

/** Shows a cancelled or refunded order with its refund and the next step. */
export function CheckoutEnded({
  order,
  step,
  invoices,
}: {
  order: Order
  step: 'cancelled' | 'refunded'
  invoices: ReactNode
}) {
  if (order.refunds.length > 0)
    return (
      <RefundStatus order={order}>
        <NextSteps eventId={order.event.id} />
        {invoices}
      </RefundStatus>
    )
  return (
    <div className={styles.outcome}>
      <h1 className="display">{step === 'refunded' ? 'Tickets refunded.' : 'Order canceled.'}</h1>
      <p className="lead muted">
        {step === 'refunded'
          ? 'Nothing was paid, so there is nothing to refund.'
          : 'Nothing was charged. The tickets are back on sale.'}
      </p>
      <NextSteps eventId={order.event.id} />
    </div>
  )
}

function NextSteps({ eventId }: { eventId: string }) {
  return (
    <>
      <LinkButton
        className={styles.action}
        variant="primary"
        size="lg"
        to="/events/$id"
        params={{ id: eventId }}
      >
        Back to the event
      </LinkButton>
      <LinkButton variant="ghost" className={styles.flush} to="/events">
        Browse Events
      </LinkButton>
    </>
  )
}
