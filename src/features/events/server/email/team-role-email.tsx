import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export type EmailedRelation = 'organizer' | 'manager' | 'check_in'

const subjects: Record<EmailedRelation, (title: string) => string> = {
  organizer: (title) => `You now organize ${title}`,
  manager: (title) => `You now manage ${title}`,
  check_in: (title) => `You’re on the check-in team for ${title}`,
}
export const formatPersonEmailSubject = (relation: EmailedRelation, title: string): string =>
  subjects[relation](title)

const texts: Record<EmailedRelation, { headline: string; lead: string; label: string }> = {
  organizer: {
    headline: 'You’re now the organizer.',
    lead: 'made you the organizer, with access to sales, refunds and the team.',
    label: 'See your events',
  },
  manager: {
    headline: 'You’re on the team.',
    lead: 'made you a manager. You can edit everything except money.',
    label: 'Open the event',
  },
  check_in: {
    headline: 'You’re on the check-in team.',
    lead: 'added you to the check-in team. Open check-in once before the event, on the phone that you’ll use.',
    label: 'Open check-in',
  },
}

/** The email to a person who now helps with an event or organizes it. */
export function PersonEmail(props: {
  relation: EmailedRelation
  title: string
  /** The name of the person who added them; null if that account was deleted. */
  byName: string | null
  /** The start of the event, such as `Sat 5 Dec, 23:00`. */
  date: string
  /** The place of the event, such as `Carriage Works, Leeds`; may be empty. */
  where: string
  link: string
}) {
  const { relation, title, byName, date, where, link } = props
  const { headline, lead, label } = texts[relation]
  const by = byName ?? 'The organizer'
  return (
    <EmailLayout
      preview={`${title}, ${date}.`}
      stock={getPaperStock(title)}
      headline={headline}
      lead={`${by} ${lead}`}
      action={{ label, href: link }}
      reason={
        relation === 'organizer'
          ? `You get this email because ${byName ?? 'the organizer'} made you the organizer. If that’s a mistake, contact them and hand the event back.`
          : `You get this email because ${byName ?? 'the organizer'} added you. If that’s a mistake, ask them to remove you.`
      }
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Starts', value: date },
          ...(where === '' ? [] : [{ label: 'Where', value: where }]),
        ]}
      />
    </EmailLayout>
  )
}
