import { stockOf } from '~/design/flyer/stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { formatDollars } from '~/lib/money'

export function refundSubject(title: string, cents: number | null): string {
  return cents === null || cents === 0
    ? `Tickets for ${title} went back`
    : `Your money for ${title} goes back`
}

/** The email about refunded tickets: the amount, the tickets and the reason. */
export function RefundEmail(props: {
  title: string
  orderNumber: string
  /** Each as `General Admission · TK-1A2B-00042`. */
  tickets: readonly string[]
  /** Valid tickets that the recipient still has. */
  left: number
  /** Null when the recipient did not pay. */
  cents: number | null
  /** A full sentence; empty when the recipient started the refund. */
  reason: string
  by: 'holder' | 'organizer'
  link: string
}) {
  const { title, orderNumber, tickets, left, cents, reason, by, link } = props
  const many = tickets.length > 1
  const money = moneyWords(cents)
  const lead = [
    by === 'organizer' ? `The organizer took ${many ? `${tickets.length} tickets` : 'a ticket'} back.` : '',
    reason,
    money,
    `${many ? 'They count' : 'It counts'} no more at the door.`,
  ]
  return (
    <EmailLayout
      preview={money}
      stock={stockOf(title)}
      headline={cents !== null && cents > 0 ? 'Your money is on its way back.' : 'Back with the organizer.'}
      lead={lead.filter((part) => part !== '').join(' ')}
      action={{ label: 'View tickets', href: link }}
      reason={
        cents === null
          ? 'You get this because you held a ticket.'
          : 'You get this because you bought tickets.'
      }
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Order', value: orderNumber },
          {
            label: many ? 'Tickets' : 'Ticket',
            value: tickets.map((ticket) => <TicketLine key={ticket} ticket={ticket} />),
          },
          ...(left > 0
            ? [{ label: 'Still valid', value: left === 1 ? 'One ticket' : `${left} tickets` }]
            : []),
          ...(cents !== null && cents > 0 ? [{ label: 'Goes back', value: formatDollars(cents) }] : []),
        ]}
      />
    </EmailLayout>
  )
}

/** Keeps the ticket number on one line, because people read it out at check-in. */
function TicketLine({ ticket }: { ticket: string }) {
  const at = ticket.lastIndexOf(' ') + 1
  return (
    <div>
      {ticket.slice(0, at)}
      <span style={{ whiteSpace: 'nowrap' }}>{ticket.slice(at)}</span>
    </div>
  )
}

function moneyWords(cents: number | null): string {
  if (cents === null) return 'The money goes to whoever paid.'
  if (cents === 0) return 'Nothing was paid for it, so nothing goes back.'
  return `${formatDollars(cents)} goes back the way it was paid; banks take up to five working days.`
}
