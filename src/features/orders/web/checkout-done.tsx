import { CalendarPlus, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { AnchorButton } from '~/design/link-button'
import type { Order } from '../contract'
import { EventNote } from './event-note'
import { getOrderTicketsPath } from '../rules/file-addresses'
import { formatOutcomes } from './format-ticket-counts'
import { RefundStatus } from './refunds/refund-status'
import styles from './checkout.module.css'

/** Shows a confirmed order: where its tickets are, and which were transferred or refunded. */
export function CheckoutDone({ order, invoices }: { order: Order; invoices: ReactNode }) {
  const { event } = order
  if (order.refunds.length > 0)
    return (
      <RefundStatus order={order}>
        <TicketsOfOrder order={order} />
        {invoices}
      </RefundStatus>
    )
  return (
    <div className={styles.outcome}>
      <h1 className="display">{event.eventStatus === 'cancelled' ? 'Canceled.' : 'See you on the floor.'}</h1>
      <EventNote event={event} className={styles.note} />
      <TicketsOfOrder order={order} />
      {invoices}
    </div>
  )
}

function TicketsOfOrder({ order }: { order: Order }) {
  const { event, id, ticketCounts, buyer } = order
  const count = ticketCounts.own
  const outcomes = formatOutcomes(ticketCounts)
  return (
    <>
      <p className="lead muted">
        {count === 0 ? (
          'All tickets of this order were refunded or transferred.'
        ) : (
          <>
            {count === 1 ? 'One ticket' : `${count} tickets`}, in{' '}
            <a className="link" href="/customer/dashboard">
              My Tickets
            </a>{' '}
            and {outcomes.length === 0 ? 'on the way' : 'sent'} to {buyer.email}.
          </>
        )}
        {outcomes.length > 0 && ` ${outcomes.join(', ')}.`}
      </p>
      <div className="row wrap">
        <AnchorButton className={styles.action} variant="primary" size="lg" href="/customer/dashboard">
          My Tickets
        </AnchorButton>
        {count > 0 && (
          <AnchorButton
            className={styles.action}
            size="lg"
            icon={Download}
            href={getOrderTicketsPath(id)}
            download
          >
            Download
          </AnchorButton>
        )}
      </div>
      <AnchorButton
        variant="ghost"
        className={styles.flush}
        icon={CalendarPlus}
        href={`/events/${event.id}.ics`}
      >
        Add to calendar
      </AnchorButton>
    </>
  )
}
