import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { formatMoney } from '~/lib/money'
import { describeRejection, type RejectedRefund } from '../../rules/describe-rejection'

export const formatRefundRejectedSubject = (title: string): string =>
  `Your bank rejected your refund for ${title}`

/** The email about a refund that the buyer's bank rejected: the amount, the reason and what to do. */
export function RefundRejectedEmail({
  title,
  link,
  ...refund
}: RejectedRefund & { title: string; link: string }) {
  const amount = formatMoney(refund.amountCents, refund.currency)
  return (
    <EmailLayout
      preview={`${amount} couldn’t be paid.`}
      stock={getPaperStock(title)}
      headline="Your bank rejected the refund."
      lead={describeRejection(refund)}
      action={{ label: 'View refund', href: link }}
      reason="You get this email because you bought tickets."
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Order', value: refund.orderNumber },
          { label: 'Refund', value: amount },
        ]}
      />
    </EmailLayout>
  )
}
