import { Link } from '@react-email/components'
import { stockOf } from '~/design/flyer/stocks'
import { EmailFacts, EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { emailInk, emailMuted } from '~/design/email/email-palette'

export interface EventChangeEmailProps {
  title: string
  preview: string
  headline: string
  lead: string
  /** The organizer's own words; empty where there are none. */
  quote: string
  /** `old` is what was told before, where it differs. */
  facts: readonly { label: string; value: string; old?: string | null }[]
  /** Sentences under the facts. */
  after: readonly string[]
  /** Null where there is no page for them. */
  action: { label: string; href: string } | null
  calendar: string | null
  reason: string
}

/** What became of an event that somebody holds tickets for: cancelled, moved, dated, or changed. */
export function EventChangeEmail(props: EventChangeEmailProps) {
  const { title, preview, headline, lead, quote, facts, after, action, calendar, reason } = props
  return (
    <EmailLayout
      preview={preview}
      stock={stockOf(title)}
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
