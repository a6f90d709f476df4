import { stockOf } from '~/design/flyer/stocks'
import { MailFacts } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'
import { MailStop } from '~/design/mail/mail-stop'
import { oneLine } from '~/lib/one-line'

export const transferTakenSubject = (title: string): string => oneLine(`Your ticket for ${title} was taken`)

/** For whoever passed a ticket on. */
export function TransferTakenMail(props: {
  title: string
  ticketNumber: string
  /** Null: the account is gone again. */
  takenBy: string | null
  link: string
  stop: { link: string; noun: string }
}) {
  const { title, ticketNumber, takenBy, link, stop } = props
  return (
    <MailLayout
      preview="Its old QR code is no longer valid."
      stock={stockOf(title)}
      headline="Passed on."
      lead={`${takenBy ?? 'Someone'} took your ticket. It has a new QR code now, so yours is no longer valid.`}
      action={{ label: 'My Tickets', href: link }}
      reason={
        <>
          You get this because you passed a ticket on. <MailStop link={stop.link} noun={stop.noun} />
        </>
      }
    >
      <MailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Ticket', value: ticketNumber },
        ]}
      />
    </MailLayout>
  )
}
