import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { UnsubscribeLink } from '~/design/email/unsubscribe-link'
import { formatWaitlistHold } from '~/features/notifications/rules/waitlist-hold'
import { cleanSingleLineText } from '~/lib/single-line-text'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatAvailableTickets } from '../../rules/format-waitlist'

export const offerEmailSubject = (title: string, quantity: number): string =>
  cleanSingleLineText(`${formatAvailableTickets(quantity)} for ${title}`)

/** The email about a waitlist offer. */
export function OfferEmail(props: {
  title: string
  quantity: number
  ticketTypeName: string
  /**
   * Until when the offer is valid, in local time with its zone, because an email has no other context: `22:14, Berlin
   * time`.
   */
  until: string
  totalCents: number
  currency: Currency
  links: { waitlist: string; flyer: string }
  stop: { link: string; noun: string }
}) {
  const { title, quantity, ticketTypeName, until, totalCents, currency, links, stop } = props
  return (
    <EmailLayout
      preview={`Held for you until ${until}. After that, the next person on the waitlist gets the offer.`}
      stock={getPaperStock(title)}
      picture={{ src: links.flyer, alt: title }}
      headline={`${formatAvailableTickets(quantity)}.`}
      lead={`Held for you until ${until}. If you pass, the next person gets ${formatWaitlistHold().length}.`}
      action={{
        label: quantity === 1 ? 'View offered ticket' : 'View offered tickets',
        href: links.waitlist,
      }}
      reason={
        <>
          You get this email because you joined a waitlist.{' '}
          <UnsubscribeLink link={stop.link} noun={stop.noun} />
        </>
      }
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Tickets', value: `${quantity} × ${ticketTypeName}` },
          { label: 'Total', value: totalCents === 0 ? 'Free' : formatMoney(totalCents, currency) },
        ]}
      />
    </EmailLayout>
  )
}
