import { stockOf } from '~/design/flyer/stocks'
import { MailFacts } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'
import { MailStop } from '~/design/mail/mail-stop'
import { waitlistHoldWords } from '~/features/notifications/rules/waitlist-hold'
import { oneLine } from '~/lib/one-line'
import { formatDollars } from '~/lib/money'
import { cameFreeWords } from '../../rules/waitlist-words'

export const offerMailSubject = (title: string, quantity: number): string =>
  oneLine(`${cameFreeWords(quantity)} for ${title}`)

/** The email about an offer of the waitlist. */
export function OfferMail(props: {
  title: string
  quantity: number
  ticketTypeName: string
  /** A clock at the event's place, which an email must name: `22:14, Berlin time`. */
  until: string
  totalCents: number
  links: { waitlist: string; flyer: string }
  stop: { link: string; noun: string }
}) {
  const { title, quantity, ticketTypeName, until, totalCents, links, stop } = props
  return (
    <MailLayout
      preview={`Yours until ${until}. After that the next in line gets ${waitlistHoldWords().length}.`}
      stock={stockOf(title)}
      picture={{ src: links.flyer, alt: title }}
      headline={`${cameFreeWords(quantity)}.`}
      lead={`Yours until ${until}. If you pass, the next person gets ${waitlistHoldWords().length}.`}
      action={{ label: quantity === 1 ? 'Take it' : 'Take them', href: links.waitlist }}
      reason={
        <>
          You get this because you stand in a waitlist. <MailStop link={stop.link} noun={stop.noun} />
        </>
      }
    >
      <MailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Tickets', value: `${quantity} × ${ticketTypeName}` },
          { label: 'Total', value: totalCents === 0 ? 'Free' : formatDollars(totalCents) },
        ]}
      />
    </MailLayout>
  )
}
