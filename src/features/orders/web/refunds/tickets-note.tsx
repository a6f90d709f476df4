import { useNow } from '~/design/use-now'
import type { EventOfOrder } from '../../contract'
import { RefundOwnTickets } from './refund-own-tickets'
import { formatRefundDeadline, EventNote } from '../event-note'
import styles from './refunds.module.css'

export interface OwnTicket {
  id: string
  orderId: string
  status: 'valid' | 'cancelled' | 'refunded'
  checkedInAt: string | null
}
type TicketsOfEvent = { event: EventOfOrder; tickets: readonly OwnTicket[] }

/** Shows that the event was moved or cancelled, and until when these tickets of one order can be refunded. */
export function TicketsNote({ event, tickets }: TicketsOfEvent) {
  return (
    <EventNote event={event} className={styles.eventNote}>
      <RefundOwnTicketsNote event={event} tickets={tickets} />
    </EventNote>
  )
}

/** Shows until when these tickets of one order can be refunded, with the button; nothing after that. */
function RefundOwnTicketsNote({ event, tickets }: TicketsOfEvent) {
  const now = useNow()
  const able = tickets.filter(({ status, checkedInAt }) => status === 'valid' && checkedInAt === null)
  const [first] = able
  const until = now === undefined ? undefined : formatRefundDeadline(event, now)
  if (first === undefined || until === undefined) return null
  return (
    <>
      <p>
        {able.length === 1
          ? `Your ticket stays valid. You can refund it until ${until}.`
          : `Your ${able.length} tickets stay valid. You can refund them until ${until}.`}
      </p>
      <RefundOwnTickets orderId={first.orderId} ticketIds={able.map(({ id }) => id)} />
    </>
  )
}
