import { stockOf } from '~/design/flyer/stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { formatDollars } from '~/lib/money'

export const returnedPaymentSubject = (title: string): string => `Your money for ${title} goes back`

/** The email about a payment that could not be honoured: the reason, the amount and a link to the event. */
export function ReturnedPaymentEmail(props: {
  title: string
  orderNumber: string
  reason: string
  refundedCents: number
  eventLink: string
}) {
  const { title, orderNumber, reason, refundedCents, eventLink } = props
  return (
    <EmailLayout
      preview={`${formatDollars(refundedCents)} goes back the way it was paid.`}
      stock={stockOf(title)}
      headline="Your money is on its way back."
      lead={`${reason} You get all of it back; banks take up to five working days.`}
      action={{ label: 'See what is left', href: eventLink }}
      reason="You get this because you paid for tickets."
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Order', value: orderNumber },
          { label: 'Goes back', value: formatDollars(refundedCents) },
        ]}
      />
    </EmailLayout>
  )
}
