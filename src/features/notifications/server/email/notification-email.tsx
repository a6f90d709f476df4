import { getPaperStock } from '~/design/flyer/paper-stocks'
import { useSiteName } from '~/design/site-name'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'
import { UnsubscribeLink } from '~/design/email/unsubscribe-link'
import { formatClock, formatDay } from '~/lib/time'
import { getEmailTexts, withoutYear } from '../../rules/email-texts'
import { formatAmount, formatOfferedAmount, type NotificationFacts } from '../../rules/notification-facts'
import { type NotificationKind, getKindConfig } from '../../rules/notification-kind'
import { findNotificationDay } from '../../rules/notification-day'

interface NotificationEmailProps {
  kind: NotificationKind
  subjectId: string
  actorName: string | null
  facts: NotificationFacts
  /** Without a trailing slash. */
  publicUrl: string
  stop: { link: string; noun: string }
}

/**
 * The email about one notification: a large headline (the fee, if there is one), the message, one button, and the
 * terms.
 */
export function NotificationEmail({
  kind,
  subjectId,
  actorName,
  facts,
  publicUrl,
  stop,
}: NotificationEmailProps) {
  const { actionLabel } = getKindConfig(kind)
  const siteName = useSiteName()
  const { preview, kicker, headline, isFigure, lead, reason } = getEmailTexts(kind, actorName, facts)
  const message = facts.message || facts.note
  const rows = kind === 'booking_completed' ? [] : listTerms(facts, !isFigure)
  return (
    <EmailLayout
      preview={preview}
      stock={getPaperStock(facts.title || actorName || siteName)}
      kicker={kicker}
      headline={headline}
      isFigure={isFigure}
      {...(message ? { lead: `“${message}”` } : lead === undefined ? {} : { lead })}
      action={{
        label: actionLabel ?? getButtonLabel(kind),
        href: publicUrl + getKindConfig(kind).link(subjectId),
      }}
      reason={
        <>
          {reason} <UnsubscribeLink link={stop.link} noun={stop.noun} />
        </>
      }
    >
      {rows.length > 0 ? <EmailFacts facts={rows} /> : undefined}
    </EmailLayout>
  )
}

function getButtonLabel(kind: NotificationKind): string {
  if (kind.startsWith('line_up_')) return 'Open the event'
  return getKindConfig(kind).topic === 'settlements' ? 'View settlement' : 'View the booking'
}

function listTerms(facts: NotificationFacts, withFee: boolean): { label: string; value: string }[] {
  const {
    startsAt,
    endsAt,
    location,
    depositCents,
    hospitality,
    technical,
    answerBy,
    amountCents,
    accountEnding,
  } = facts
  const zone = facts.timezone || 'UTC'
  const day = findNotificationDay(facts)
  const until = endsAt ? `–${formatClock(endsAt, zone)}` : ''
  const rows: [string, string | false | null | undefined][] = [
    ['Event', accountEnding && facts.title],
    ['Payout', accountEnding && typeof amountCents === 'number' && formatAmount(amountCents, facts)],
    ['Bank account', accountEnding && `ending ${accountEnding}`],
    ['Date', day && formatDay(...day)],
    ['Set', startsAt && `${formatClock(startsAt, zone)}${until}, ${zone}`],
    ['Place', location],
    ['Fee', withFee ? formatOfferedAmount(facts) : null],
    ['Deposit', depositCents ? formatAmount(depositCents, facts) : null],
    ['Hospitality', hospitality],
    ['Technical', technical],
    ['Answer by', answerBy && withoutYear(formatDay(answerBy, zone))],
  ]
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
