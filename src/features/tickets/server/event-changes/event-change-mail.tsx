import { Link } from '@react-email/components'
import { stockOf } from '~/design/flyer/stocks'
import { MailFacts, MailText } from '~/design/mail/mail-facts'
import { MailLayout } from '~/design/mail/mail-layout'
import { mailInk, mailMuted } from '~/design/mail/mail-palette'

export interface NightMailProps {
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

/** What became of a night that somebody holds tickets for: cancelled, moved, dated, or changed. */
export function NightMail(props: NightMailProps) {
  const { title, preview, headline, lead, quote, facts, after, action, calendar, reason } = props
  return (
    <MailLayout
      preview={preview}
      stock={stockOf(title)}
      headline={headline}
      lead={lead}
      {...(action && { action })}
      reason={reason}
    >
      {quote !== '' && <MailText>“{quote}”</MailText>}
      <MailFacts
        facts={facts.map(({ label, value, old }) => ({
          label,
          value: old ? (
            <>
              {value}
              <br />
              <span style={{ color: mailMuted, fontWeight: 400 }}>was {old}</span>
            </>
          ) : (
            value
          ),
        }))}
      />
      {after.map((sentence) => (
        <MailText key={sentence}>{sentence}</MailText>
      ))}
      {calendar !== null && (
        <p style={{ margin: '18px 0', fontSize: 16 }}>
          <Link href={calendar} style={{ color: mailInk, fontWeight: 640, textDecoration: 'underline' }}>
            Add to calendar
          </Link>
        </p>
      )}
    </MailLayout>
  )
}
