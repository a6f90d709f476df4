import { stockOf } from '~/design/flyer/stocks'
import { EmailFacts } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export type EmailedRelation = 'organizer' | 'manager' | 'door'

const subjects: Record<EmailedRelation, (title: string) => string> = {
  organizer: (title) => `${title} is yours now`,
  manager: (title) => `You manage ${title} now`,
  door: (title) => `You are on the door of ${title}`,
}
export const personEmailSubject = (relation: EmailedRelation, title: string): string =>
  subjects[relation](title)

const words: Record<EmailedRelation, { headline: string; lead: string; label: string }> = {
  organizer: {
    headline: 'It is your night now.',
    lead: 'handed it over to you, with its sales, its refunds and its people.',
    label: 'See your events',
  },
  manager: {
    headline: 'You are on the team.',
    lead: 'made you a manager: everything of the night except its money.',
    label: 'Open the event',
  },
  door: {
    headline: 'You are on the door.',
    lead: 'put you on the door. Open it once before the night, on the phone that you will use.',
    label: 'Open the door',
  },
}

/** The email to a person who now helps with an event or organizes it. */
export function PersonEmail(props: {
  relation: EmailedRelation
  title: string
  /** Who added them; null if that account was deleted. */
  byName: string | null
  /** `Sat 5 Dec, 23:00` */
  when: string
  /** `Carriage Works, Leeds`; may be empty. */
  where: string
  link: string
}) {
  const { relation, title, byName, when, where, link } = props
  const { headline, lead, label } = words[relation]
  const by = byName ?? 'The organizer'
  return (
    <EmailLayout
      preview={`${title}, ${when}.`}
      stock={stockOf(title)}
      headline={headline}
      lead={`${by} ${lead}`}
      action={{ label, href: link }}
      reason={
        relation === 'organizer'
          ? `You get this because ${byName ?? 'the organizer'} handed the night over. If that is a mistake, tell them, and hand it back.`
          : `You get this because ${byName ?? 'the organizer'} added you. If that is a mistake, tell them: they can take you off again.`
      }
    >
      <EmailFacts
        facts={[
          { label: 'Event', value: title },
          { label: 'Starts', value: when },
          ...(where === '' ? [] : [{ label: 'Where', value: where }]),
        ]}
      />
    </EmailLayout>
  )
}
