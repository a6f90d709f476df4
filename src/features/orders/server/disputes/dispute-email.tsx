import type { Currency } from '~/lib/currency'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { formatMoney } from '~/lib/money'

export interface DisputeEmailProps {
  title: string
  orderNumber: string
  buyerName: string
  cents: number
  currency: Currency
  /** The buyer's reason, as a clause: “the buyer doesn’t recognize the payment”. */
  reason: string
  /** When the deadline ends, in the event's zone; undefined if the bank named none. */
  dueBy: string | undefined
  status: 'open' | 'won' | 'lost'
  /** Whether the tickets are no longer valid. */
  isRevoked: boolean
  /** Whether the dispute was accepted instead of decided by the bank. */
  isAccepted: boolean
  link: string
}

export function formatDisputeSubject({ title, cents, currency, status }: DisputeEmailProps): string {
  const amount = formatMoney(cents, currency)
  if (status === 'open') return `A buyer’s bank wants ${amount} back: ${title}`
  return status === 'won' ? `Dispute won: you keep ${amount}, ${title}` : `Dispute lost: ${amount}, ${title}`
}

/** The email to the organizer about a payment that a buyer's bank wants back. */
export function DisputeEmail(props: DisputeEmailProps) {
  const { title, orderNumber, buyerName, cents, currency, reason, dueBy, link } = props
  return (
    <EmailLayout
      preview={`${formatMoney(cents, currency)} of order ${orderNumber}.`}
      stock={getPaperStock(title)}
      headline={formatHeadline(props)}
      lead={formatLead(props)}
      action={{ label: props.status === 'open' ? 'Answer the dispute' : 'See the dispute', href: link }}
      reason="You get this email because you organize this event. It can’t be turned off."
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Order', value: orderNumber },
          { label: 'Buyer', value: buyerName },
          { label: 'Amount', value: formatMoney(cents, currency) },
          { label: 'The bank says', value: reason },
          ...(props.status === 'open' && dueBy !== undefined ? [{ label: 'Answer by', value: dueBy }] : []),
        ]}
      />
    </EmailLayout>
  )
}

function formatHeadline({ status, cents, currency, isAccepted }: DisputeEmailProps): string {
  if (status === 'open') return 'A buyer’s bank wants money back.'
  if (isAccepted) return 'The dispute is accepted.'
  return status === 'won' ? `You keep ${formatMoney(cents, currency)}.` : 'The bank decided for the buyer.'
}

function formatLead({ status, cents, currency, reason, dueBy, isRevoked }: DisputeEmailProps): string {
  const amount = formatMoney(cents, currency)
  if (status === 'open')
    return `The bank says that ${reason}. Stripe holds ${amount} until the bank decides. We collected the evidence: the order, the tickets and their scans. The tickets stay valid until the decision. Submit the evidence or accept the dispute${dueBy === undefined ? '' : ` by ${dueBy}`}. If you do neither, the bank decides without it.`
  if (status === 'won') return `The bank accepted the evidence. The tickets stay valid.`
  return `${amount} went back to the buyer. ${isRevoked ? 'The tickets that were not checked in are no longer valid and are on sale again.' : 'The tickets stay as they are.'}`
}
