import { CalendarPlus, Download } from 'lucide-react'
import { AnchorButton } from '~/design/link-button'
import type { EventOfOrder } from '../contract'
import { NightNote } from './night/night-note'
import { orderTicketsFile } from './file-addresses'

/** Bought: where the tickets are, and on their way to whom. */
export function CheckoutDone(props: {
  event: EventOfOrder
  orderId: string
  /** Tickets that are valid. */
  count: number
  email: string
}) {
  const { event, orderId, count, email } = props
  const eventId = event.id
  return (
    <div className="stt">
      <h1 className="d2">{event.eventStatus === 'cancelled' ? 'Cancelled.' : 'See you on the floor.'}</h1>
      <NightNote event={event} />
      <p className="lead m2">
        {count === 1 ? 'One ticket' : `${count} tickets`}, in{' '}
        <a className="link" href="/customer/dashboard">
          My Tickets
        </a>{' '}
        and on {count === 1 ? 'its' : 'their'} way to {email}.
      </p>
      <div className="row wrapf">
        <AnchorButton variant="primary" size="lg" href="/customer/dashboard">
          My Tickets
        </AnchorButton>
        <AnchorButton size="lg" icon={Download} href={orderTicketsFile(orderId)} download>
          Download
        </AnchorButton>
      </div>
      <AnchorButton variant="ghost" className="flush" icon={CalendarPlus} href={`/events/${eventId}.ics`}>
        Add to calendar
      </AnchorButton>
    </div>
  )
}
