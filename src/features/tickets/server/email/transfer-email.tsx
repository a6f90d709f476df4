import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { cleanSingleLineText } from '~/lib/single-line-text'

/** The subject omits the sender's name, which an attacker can choose. */
export const transferEmailSubject = (title: string): string => cleanSingleLineText(`A ticket for ${title}`)

/** The email with the link to accept a ticket. */
export function TransferEmail(props: {
  title: string
  fromName: string
  ticketTypeName: string
  day: string
  time: string
  venue: string
  links: { take: string; flyer: string }
}) {
  const { title, fromName, ticketTypeName, day, time, venue, links } = props
  return (
    <EmailLayout
      preview={`${title}, ${day}. Open this email to accept it.`}
      stock={getPaperStock(title)}
      picture={{ src: links.flyer, alt: title }}
      headline="A ticket for you."
      lead={`${fromName} wants to transfer a ticket to you. Accept it with your own account; until then it stays theirs.`}
      action={{ label: 'Accept ticket', href: links.take }}
      reason={`You get this email because ${fromName} entered your email address.`}
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Date', value: day },
          { label: 'Time', value: time },
          { label: 'Venue', value: venue },
          { label: 'Ticket', value: ticketTypeName },
        ]}
      />
    </EmailLayout>
  )
}
