import { CalendarPlus, Download } from 'lucide-react'
import { AnchorButton } from '~/design/link-button'
import type { EventOfOrder, Order } from '../contract'
import { EventNote } from './event-note'
import { getOrderTicketsPath } from '../rules/file-addresses'
import { formatOutcomes } from './format-ticket-counts'
import styles from './checkout.module.css'

/** Shows a confirmed order: where its tickets are, and which were transferred or refunded. */
export function CheckoutDone(props: {
  event: EventOfOrder
  orderId: string
  counts: Order['ticketCounts']
  email: string
}) {
  const { event, orderId, counts, email } = props
  const count = counts.own
  const outcomes = formatOutcomes(counts)
  const eventId = event.id
  return (
    <div className={styles.outcome}>
      <h1 className="display">
        {event.eventStatus === 'cancelled' ? 'Cancelled.' : 'See you on the floor.'}
      </h1>
      <EventNote event={event} className={styles.note} />
      <p className="lead muted">
        {count === 0 ? (
          'All tickets of this order were refunded or transferred.'
        ) : (
          <>
            {count === 1 ? 'One ticket' : `${count} tickets`}, in{' '}
            <a className="link" href="/customer/dashboard">
              My Tickets
            </a>{' '}
            and {outcomes.length === 0 ? 'on the way' : 'sent'} to {email}.
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
            href={getOrderTicketsPath(orderId)}
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
        href={`/events/${eventId}.ics`}
      >
        Add to calendar
      </AnchorButton>
    </div>
  )
}
