import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { UnsubscribeLink } from '~/design/email/unsubscribe-link'
import { cleanSingleLineText } from '~/lib/single-line-text'

export const transferAcceptedSubject = (title: string): string =>
  cleanSingleLineText(`Your ticket for ${title} was accepted`)

/** The email to the sender of an accepted transfer. */
export function TransferAcceptedEmail(props: {
  title: string
  ticketNumber: string
  /** The recipient's name; null when their account has been deleted. */
  takenBy: string | null
  link: string
  stop: { link: string; noun: string }
}) {
  const { title, ticketNumber, takenBy, link, stop } = props
  return (
    <EmailLayout
      preview="Its old QR code is no longer valid."
      stock={getPaperStock(title)}
      headline="Ticket transferred."
      lead={`${takenBy ?? 'Someone'} accepted your ticket. It has a new QR code now, so yours is no longer valid.`}
      action={{ label: 'My Tickets', href: link }}
      reason={
        <>
          You get this email because you transferred a ticket.{' '}
          <UnsubscribeLink link={stop.link} noun={stop.noun} />
        </>
      }
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Ticket', value: ticketNumber },
        ]}
      />
    </EmailLayout>
  )
}
