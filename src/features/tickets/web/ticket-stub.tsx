import { Download } from 'lucide-react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { useZoneSuffix } from '~/design/use-reader-zone'
import type { Ticket } from '../contract'
import { getTicketFilePath } from '~/features/orders/rules/file-addresses'
import {
  formatEventDay,
  formatFlyerMeta,
  formatEventPlace,
  formatShortEventDay,
  formatEventTime,
} from '~/features/events/rules/format-event'
import styles from './tickets.module.css'

const NO_CODE_REASONS = {
  valid: 'This event is over.',
  cancelled: 'Canceled. This ticket is no longer valid.',
  refunded: 'Refunded. This ticket is no longer valid.',
} as const

function explainMissingCode({ status, isBuyer, event }: Ticket): string {
  if (status === 'refunded' && !isBuyer) return 'Canceled. The buyer is refunded.'
  return event.eventStatus === 'cancelled' ? NO_CODE_REASONS.cancelled : NO_CODE_REASONS[status]
}

/** A ticket in paper form: flyer, facts, and the QR code for check-in. */
export function TicketStub({ ticket, hasDetailsLink = true }: { ticket: Ticket; hasDetailsLink?: boolean }) {
  const { event } = ticket
  const withZone = useZoneSuffix()
  const facts = [
    ['Date', event.isDateOpen ? formatEventDay(event) : formatShortEventDay(event)],
    ...(event.isDateOpen
      ? []
      : ([['Time', withZone(formatEventTime(event), event.eventDate, event.timezone)]] as const)),
    ['Venue', formatEventPlace(event)],
    ['Name', ticket.holderName],
  ] as const
  return (
    <article className={styles.ticket} aria-label={`${event.title}, ticket ${ticket.ticketNumber}`}>
      <div className={styles.flyer}>
        <Flyer
          title={event.title}
          imageUrl={event.featuredImageUrl}
          meta={formatFlyerMeta(event)}
          ratio={304 / 380}
          eager
        />
      </div>
      <div className={classNames('sheet', getTintClass(event.title), styles.details)}>
        <div className="row between">
          <span className="row wrap">
            <Badge className={styles.typeName}>{ticket.ticketTypeName}</Badge>
            <TransferBadge ticket={ticket} />
          </span>
          <span className={classNames('small bold', styles.position)}>
            {ticket.position} of {ticket.count}
          </span>
        </div>
        <h3 className="display">{event.title}</h3>
        <FactList facts={facts} />
        <div className="row wrap">
          <AnchorButton variant="primary" icon={Download} href={getTicketFilePath(ticket.id)} download>
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

/** Marks a ticket that is being transferred, or that the holder received from another person. */
export function TransferBadge({ ticket: { transfer, receivedFrom } }: { ticket: Ticket }) {
  if (transfer === null && receivedFrom === null) return null
  return (
    <Badge tone="outline" className={styles.transfer}>
      {transfer === null ? `From ${receivedFrom}` : `Being transferred to ${transfer.email}`}
    </Badge>
  )
}

type FactListProps = { facts: readonly (readonly [label: string, value: string])[]; className?: string }

export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={className}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The half of the ticket for check-in: the QR code of a valid ticket, or the reason why there is none. */
function TicketCode({ ticket }: { ticket: Ticket }) {
  return (
    <div className={styles.entry}>
      {ticket.qr === null ? (
        <p className="title-3">{explainMissingCode(ticket)}</p>
      ) : (
        <div className={styles.qrCode}>
          <QrPicture
            path={ticket.qr.path}
            size={ticket.qr.size}
            label={`QR code of ticket ${ticket.ticketNumber}`}
          />
        </div>
      )}
      <p className={classNames('code', styles.number)}>{ticket.ticketNumber}</p>
      {ticket.qr !== null && <p className="small">Show this at the entrance. Turn the brightness up.</p>}
    </div>
  )
}

/** A QR code from the path of its modules; its padding is the quiet zone. */
function QrPicture({ path, size, label }: { path: string; size: number; label: string }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={path} fill="#151410" />
    </svg>
  )
}
