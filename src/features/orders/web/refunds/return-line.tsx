import { useNow } from '~/design/use-now'
import type { EventOfOrder } from '../../contract'
import { GiveBack } from './return-tickets'
import { giveBackUntil, EventNote } from '../event-note'
import styles from './refunds.module.css'

export interface HeldTicket {
  id: string
  orderId: string
  status: 'valid' | 'cancelled' | 'refunded'
  checkedInAt: string | null
}
type TicketsOfEvent = { event: EventOfOrder; tickets: readonly HeldTicket[] }

/** Shows that the event was moved or cancelled, and until when these tickets of one order can be refunded. */
export function TicketsNote({ event, tickets }: TicketsOfEvent) {
  return (
    <EventNote event={event} className={styles.eventNote}>
      <GiveBackLine event={event} tickets={tickets} />
    </EventNote>
  )
}

/** Shows until when these tickets of one order can be refunded, with the button; nothing after that. */
function GiveBackLine({ event, tickets }: TicketsOfEvent) {
  const now = useNow()
  const able = tickets.filter(({ status, checkedInAt }) => status === 'valid' && checkedInAt === null)
  const [first] = able
  const until = now === undefined ? undefined : giveBackUntil(event, now)
  if (first === undefined || until === undefined) return null
  return (
    <>
      <p>
        {able.length === 1 ? 'Your ticket stays valid.' : `Your ${able.length} tickets stay valid.`} You can
        refund {able.length === 1 ? 'it' : 'them'} until {until}.
      </p>
      <GiveBack orderId={first.orderId} ticketIds={able.map(({ id }) => id)} />
    </>
  )
}
