import { Download } from 'lucide-react'
import { Badge } from '~/design/badge'
import { Flyer } from '~/design/flyer/flyer'
import { tintClass } from '~/design/flyer/stocks'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { useZoneAside } from '~/design/use-reader-zone'
import type { Ticket } from '../contract'
import { ticketFile } from '~/features/orders/rules/file-addresses'
import { dayOf, flyerMeta, placeOf, shortDayOf, timeOf } from '~/lib/event-words'
import { TicketCode } from './ticket-code'

/** A ticket as paper: flyer, facts, and the code that opens the door. */
export function TicketStub({ ticket, hasDetailsLink = true }: { ticket: Ticket; hasDetailsLink?: boolean }) {
  const { event } = ticket
  const withZone = useZoneAside()
  const facts = [
    ['Date', event.isDateOpen ? dayOf(event) : shortDayOf(event)],
    ...(event.isDateOpen
      ? []
      : ([['Time', withZone(timeOf(event), event.eventDate, event.timezone)]] as const)),
    ['Venue', placeOf(event)],
    ['Name', ticket.holderName],
  ] as const
  return (
    <article className="stub" aria-label={`${event.title}, ticket ${ticket.ticketNumber}`}>
      <div className="ar">
        <Flyer
          title={event.title}
          imageUrl={event.featuredImageUrl}
          meta={flyerMeta(event)}
          ratio={304 / 380}
          eager
        />
      </div>
      <div className={`mid sheet ${tintClass(event.title)}`}>
        <div className="row between">
          <Badge>{ticket.ticketTypeName}</Badge>
          <span className="small b">
            {ticket.position} of {ticket.count}
          </span>
        </div>
        <h3 className="d2">{event.title}</h3>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="row wrapf">
          <AnchorButton variant="primary" icon={Download} href={ticketFile(ticket.id)} download>
            Download
          </AnchorButton>
          {hasDetailsLink && (
            <LinkButton variant="outline" to="/customer/tickets/$id" params={{ id: ticket.id }}>
              View Details
            </LinkButton>
          )}
        </div>
      </div>
      <TicketCode ticket={ticket} />
    </article>
  )
}
