import type { Currency } from '~/lib/currency'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { formatMoney } from '~/lib/money'
import { REFUND_DURATION } from '../../rules/refund-state'

export function formatRefundSubject(title: string, cents: number | null): string {
  return cents === null || cents === 0
    ? `Your tickets for ${title} were refunded`
    : `Your refund for ${title}`
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
  currency: Currency
  /** A full sentence; empty when the recipient started the refund. */
  reason: string
  by: 'holder' | 'organizer'
  action: { label: string; href: string }
}) {
  const { title, orderNumber, tickets, left, cents, currency, reason, by, action } = props
  const many = tickets.length > 1
  const money = describeRefundAmount(cents, currency)
  const lead = [
    by === 'organizer' ? `The organizer refunded ${many ? `${tickets.length} tickets` : 'a ticket'}.` : '',
    reason,
    money,
    `${many ? 'They are' : 'It is'} no longer valid for entry.`,
  ]
  return (
    <EmailLayout
      preview={money}
      stock={getPaperStock(title)}
      headline={cents !== null && cents > 0 ? 'Your refund is on its way.' : 'Tickets refunded.'}
      lead={lead.filter((part) => part !== '').join(' ')}
      action={action}
      reason={
        cents === null
          ? 'You get this email because you held a ticket.'
          : 'You get this email because you bought tickets.'
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
          ...(cents !== null && cents > 0 ? [{ label: 'Refund', value: formatMoney(cents, currency) }] : []),
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

function describeRefundAmount(cents: number | null, currency: Currency): string {
  if (cents === null) return 'The money is refunded to the buyer.'
  if (cents === 0) return 'Nothing was paid, so there is nothing to refund.'
  return `${formatMoney(cents, currency)} is refunded to the original payment method. ${REFUND_DURATION}`
}
