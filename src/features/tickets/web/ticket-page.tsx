import { useSuspenseQuery } from '@tanstack/react-query'
import { CalendarPlus, Check, Send } from 'lucide-react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatClock, formatDay } from '~/lib/time'
import { hasErrorCode } from '~/platform/rpc/errors'
import type { Ticket } from '../contract'
import { getOrderTicketsPath } from '~/features/orders/rules/file-addresses'
import { formatEventDay, formatEventPlace } from '~/features/events/rules/format-event'
import { ticketQuery } from './queries'
import type { EventNote } from './my-tickets'
import { FactList, TicketStub } from './ticket-stub'
import { TransferTicket } from './transfers/transfer-ticket'
import styles from './tickets.module.css'

/**
 * One ticket with its code, event and order. `mustVerify`: the caller has to verify their email before a transfer.
 */
export function TicketPage(props: { ticketId: string; mustVerify: boolean; EventNote: EventNote }) {
  const { ticketId, mustVerify, EventNote } = props
  // After a failed refetch, the old data remains, although the ticket may no longer be the caller's.
  const { data: ticket, error } = useSuspenseQuery(ticketQuery(ticketId))
  const isTransferred = hasErrorCode(error, 'NOT_FOUND')
  const { event } = ticket
  const zone = event.timezone
  const withZone = useZoneSuffix()
  const formatTime = (at: string | null) =>
    at === null || event.isDateOpen ? '' : withZone(formatClock(at, zone), at, zone)
  const facts: [string, string][] = [
    ['Date', formatEventDay(event)],
    ['Doors', formatTime(event.doorsAt)],
    ['Starts', formatTime(event.eventDate)],
    ['Ends', formatTime(event.endsAt)],
    ['Venue', formatEventPlace(event)],
    ['Address', event.venueAddress],
    ['Age', event.ageRestriction === null ? '' : `${event.ageRestriction}+`],
    ['Order', ticket.orderNumber],
  ]
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <BackAndHomeLinks className={styles.back}>
        <BackLink to="/customer/dashboard">My Tickets</BackLink>
      </BackAndHomeLinks>
      <h1 className={classNames('title-1', styles.title)}>
        {ticket.ticketTypeName}, {ticket.position} of {ticket.count}
      </h1>
      {isTransferred ? (
        <TransferredNote email={ticket.transfer?.email} />
      ) : (
        <>
          {ticket.isAttended && ticket.checkedInAt !== null && (
            <p className={styles.attended}>
              <Badge tone="green" icon={Check}>
                Attended
              </Badge>{' '}
              <span className="muted">
                Checked in at {withZone(formatClock(ticket.checkedInAt, zone), ticket.checkedInAt, zone)},{' '}
                {formatDay(ticket.checkedInAt, zone)}
              </span>
            </p>
          )}
          {ticket.status === 'valid' && <EventNote event={event} tickets={[ticket]} />}
          <TicketStub ticket={ticket} hasDetailsLink={false} />
        </>
      )}
      <FactList
        className={classNames('fact-list', styles.facts)}
        facts={facts.filter(([, value]) => value !== '')}
      />
      {!isTransferred && <RefundDetails ticket={ticket} />}
      <div className={classNames('row wrap', styles.actions)}>
        {!isTransferred && <TransferTicket ticket={ticket} mustVerify={mustVerify} />}
        <LinkButton to="/events/$id" params={{ id: event.id }}>
          View the event
        </LinkButton>
        <AnchorButton icon={CalendarPlus} href={`/events/${event.id}.ics`}>
          Add to calendar
        </AnchorButton>
        {!isTransferred && ticket.status === 'valid' && ticket.countInOrder > 1 && (
          <AnchorButton
            className={styles.flush}
            variant="ghost"
            href={getOrderTicketsPath(ticket.orderId)}
            download
          >
            All {ticket.countInOrder} tickets as PDF
          </AnchorButton>
        )}
      </div>
    </main>
  )
}

/** Replaces the QR code of a ticket that was transferred while its page was open. */
function TransferredNote({ email }: { email: string | undefined }) {
  return (
    <Note icon={Send}>
      <output>
        {email === undefined ? (
          'This ticket is no longer yours.'
        ) : (
          <>
            Transferred to <b className="bold">{email}</b>. Your QR code is no longer valid.
          </>
        )}
      </output>
    </Note>
  )
}

/**
 * Explains that the organizer decides about refunds; nothing for tickets that are invalid or that holders can refund
 * themselves.
 */
function RefundDetails({ ticket: { status, event, contactAddress } }: { ticket: Ticket }) {
  if (status !== 'valid' || event.eventStatus === 'cancelled' || event.refundableUntil !== null) return null
  return (
    <p className={classNames('muted prose', styles.actions)}>
      The organizer{event.organizerName === null ? '' : `, ${event.organizerName},`} decides about refunds.
      {contactAddress !== null && (
        <>
          {' '}
          To ask for one, write to{' '}
          <a className="link" href={`mailto:${contactAddress}`}>
            {contactAddress}
          </a>{' '}
          with the order number.
        </>
      )}
    </p>
  )
}
