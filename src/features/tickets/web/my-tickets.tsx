import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Check, Download } from 'lucide-react'
import type { ComponentType } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { Flyer } from '~/design/flyer/flyer'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { ShowMore } from '~/design/show-more'
import { formatStatus } from '~/lib/format-status'
import type { Ticket } from '../contract'
import { getTicketFilePath } from '~/features/orders/rules/file-addresses'
import { formatEventPlace, formatShortEventDay } from '~/features/events/rules/format-event'
import { ticketsQuery } from './queries'
import { TicketStub, TransferBadge } from './ticket-stub'
import { WaitlistOffers } from './waitlist/waitlist-offers'
import styles from './tickets.module.css'

/**
 * Shows what happened to the event of these tickets, and whether they can be refunded. The route passes it in from the
 * orders feature.
 */
export type EventNote = ComponentType<{ event: Ticket['event']; tickets: readonly Ticket[] }>

/** 'My Tickets': upcoming events with their QR codes, then past ones with their state (C-02 to C-04). */
export function MyTickets({ EventNote }: { EventNote: EventNote }) {
  const upcoming = useSuspenseInfiniteQuery(ticketsQuery('upcoming'))
  const past = useSuspenseInfiniteQuery(ticketsQuery('past'))
  const upcomingTickets = upcoming.data.pages.flatMap((page) => page.tickets)
  const pastTickets = past.data.pages.flatMap((page) => page.tickets)
  if (upcomingTickets.length === 0 && pastTickets.length === 0) {
    return (
      <>
        <WaitlistOffers />
        <EmptyState title="No tickets yet" action={<LinkButton to="/events">Browse Events</LinkButton>} />
      </>
    )
  }
  return (
    <>
      <WaitlistOffers />
      <h2 className={classNames('title-2', styles.heading)}>Upcoming Events</h2>
      {upcomingTickets.length === 0 && (
        <p className="muted">No upcoming events. Find your next one on the events page.</p>
      )}
      {groupByOrder(upcomingTickets).map((tickets) => (
        <OrderTickets key={tickets[0]?.orderId} tickets={tickets} EventNote={EventNote} />
      ))}
      <ShowMore list={upcoming} variant="outline" className={styles.more} />
      <h2 className={classNames('title-2', styles.pastHeading)}>Past Events</h2>
      {pastTickets.length === 0 && <p className="muted">No past events.</p>}
      {groupPastTickets(pastTickets).map(([ticket, ...others]) => (
        <PastTicket key={ticket.id} ticket={ticket} count={others.length + 1} />
      ))}
      <ShowMore list={past} variant="outline" className={styles.more} />
    </>
  )
}

function OrderTickets({ tickets, EventNote }: { tickets: readonly Ticket[]; EventNote: EventNote }) {
  const [first, ...others] = tickets
  if (first === undefined) return null
  return (
    <>
      <EventNote event={first.event} tickets={tickets} />
      <TicketStub ticket={first} />
      {others.length > 0 && (
        <ul className={styles.others} aria-label={`More tickets for ${first.event.title}`}>
          {others.map((ticket) => (
            <li key={ticket.id}>
              <span className="code">{ticket.ticketNumber}</span>
              <span className="row wrap muted">
                {ticket.ticketTypeName} <TransferBadge ticket={ticket} />
              </span>
              <span className="row">
                <AnchorButton
                  variant="ghost"
                  size="sm"
                  icon={Download}
                  href={getTicketFilePath(ticket.id)}
                  download
                >
                  Download
                </AnchorButton>
                <LinkButton variant="ghost" size="sm" to="/customer/tickets/$id" params={{ id: ticket.id }}>
                  View Details
                </LinkButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function PastTicket({ ticket, count }: { ticket: Ticket; count: number }) {
  const { event } = ticket
  const day = formatShortEventDay(event)
  return (
    <article className="event-row">
      <Flyer title={event.title} imageUrl={event.featuredImageUrl} />
      <time className="bold" dateTime={event.eventDate}>
        {day.slice(0, -5)}
        <br />
        <span className="faint plain-weight">{day.slice(-4)}</span>
      </time>
      <div>
        <h3 className="title-3">{event.title}</h3>
        <p className="small muted">
          <span className="phone-only-inline">{day.slice(0, -5)}, </span>
          {formatEventPlace(event)}
        </p>
      </div>
      <PastState ticket={ticket} count={count} />
    </article>
  )
}

function PastState({ ticket, count }: { ticket: Ticket; count: number }) {
  if (ticket.isAttended) {
    return (
      <Badge tone="green" icon={Check}>
        Attended
      </Badge>
    )
  }
  if (ticket.status === 'valid') return <span className="small faint">Not scanned</span>
  const state = ticket.status === 'refunded' && !ticket.isBuyer ? 'canceled' : formatStatus(ticket.status)
  return <Badge tone="outline">{count === 1 ? state : `${count} tickets ${state}`}</Badge>
}

function groupByOrder(tickets: readonly Ticket[]): Ticket[][] {
  return [...Map.groupBy(tickets, (ticket) => ticket.orderId).values()]
}

/** Groups refunded or cancelled tickets of an order in one row; other tickets each show whether their holder attended. */
function groupPastTickets(tickets: readonly Ticket[]): [Ticket, ...Ticket[]][] {
  const rows = new Map<string, [Ticket, ...Ticket[]]>()
  for (const ticket of tickets) {
    const isInvalid = ticket.status !== 'valid' && !ticket.isAttended
    const key = isInvalid ? `${ticket.orderId} ${ticket.status}` : ticket.id
    const row = rows.get(key)
    if (row) row.push(ticket)
    else rows.set(key, [ticket])
  }
  return [...rows.values()]
}
