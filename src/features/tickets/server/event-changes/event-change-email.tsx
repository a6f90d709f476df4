import { Link } from '@react-email/components'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts, EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { emailInk, emailMuted } from '~/design/email/email-palette'

export interface EventChangeEmailProps {
  title: string
  preview: string
  headline: string
  lead: string
  /** The organizer's reason; may be empty. */
  quote: string
  /** `old` is the previously notified value, when it differs. */
  facts: readonly { label: string; value: string; old?: string | null }[]
  after: readonly string[]
  /** Null when the recipient has no page to open. */
  action: { label: string; href: string } | null
  calendar: string | null
  reason: string
}

/** The email to a ticket holder about a cancelled, moved, rescheduled or changed event. */
export function EventChangeEmail(props: EventChangeEmailProps) {
  const { title, preview, headline, lead, quote, facts, after, action, calendar, reason } = props
  return (
    <EmailLayout
      preview={preview}
      stock={getPaperStock(title)}
      headline={headline}
      lead={lead}
      {...(action && { action })}
      reason={reason}
    >
      {quote !== '' && <EmailParagraph>“{quote}”</EmailParagraph>}
      <EmailFacts
        facts={facts.map(({ label, value, old }) => ({
          label,
          value: old ? (
            <>
              {value}
              <br />
              <span style={{ color: emailMuted, fontWeight: 400 }}>was {old}</span>
            </>
          ) : (
            value
          ),
        }))}
      />
      {after.map((sentence) => (
        <EmailParagraph key={sentence}>{sentence}</EmailParagraph>
      ))}
      {calendar !== null && (
        <p style={{ margin: '18px 0', fontSize: 16 }}>
          <Link href={calendar} style={{ color: emailInk, fontWeight: 640, textDecoration: 'underline' }}>
            Add to calendar
          </Link>
        </p>
      )}
    </EmailLayout>
  )
}
