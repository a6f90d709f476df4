import type { Currency } from '~/lib/currency'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { formatMoney } from '~/lib/money'
import { REFUND_DURATION } from '../../rules/refund-state'

export const formatReturnedPaymentSubject = (title: string): string => `Your refund for ${title}`

/** The email about a payment that could not be honored: the reason, the amount and a link to the event. */
export function ReturnedPaymentEmail(props: {
  title: string
  orderNumber: string
  reason: string
  refundedCents: number
  currency: Currency
  eventLink: string
}) {
  const { title, orderNumber, reason, refundedCents, currency, eventLink } = props
  return (
    <EmailLayout
      preview={`${formatMoney(refundedCents, currency)} is refunded to the original payment method.`}
      stock={getPaperStock(title)}
      headline="Your refund is on its way."
      lead={`${reason} You get a full refund. ${REFUND_DURATION}`}
      action={{ label: 'See available tickets', href: eventLink }}
      reason="You get this email because you paid for tickets."
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Order', value: orderNumber },
          { label: 'Refund', value: formatMoney(refundedCents, currency) },
        ]}
      />
    </EmailLayout>
  )
}
