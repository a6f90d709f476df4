import { Link, Text } from '@react-email/components'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { EmailLayout } from '~/design/email/email-layout'
import { emailInk } from '~/design/email/email-palette'
import { splitIntoLinkParts } from '~/lib/links'
import { splitParagraphs } from '~/lib/paragraphs'

export interface HolderEmailProps {
  title: string
  /** The day of the event; empty while it has no date. */
  day: string
  subject: string
  /** Plain text with empty lines between paragraphs. */
  body: string
  tickets: string
}

/** The email with an organizer's message to ticket holders: plain text, with URLs shown as they are. */
export function HolderEmail({ title, day, subject, body, tickets }: HolderEmailProps) {
  return (
    <EmailLayout
      preview={body.slice(0, 140)}
      stock={getPaperStock(title)}
      kicker={day === '' ? title : `${title} · ${day}`}
      headline={subject}
      reason={`You get this email because you hold a ticket for ${title}. The organizer can’t see your email address, and replies to this email don’t reach them.`}
      action={{ label: 'View tickets', href: tickets }}
      isActionLast
    >
      {splitParagraphs(body).map((paragraph) => (
        <Text
          key={paragraph.at}
          style={{ margin: '0 0 14px', fontSize: 16, lineHeight: '24px', whiteSpace: 'pre-line' }}
        >
          {splitIntoLinkParts(paragraph.text).map(({ text, at, href }) =>
            href === undefined ? (
              text
            ) : (
              <Link
                key={at}
                href={href}
                style={{ color: emailInk, textDecoration: 'underline', wordBreak: 'break-all' }}
              >
                {text}
              </Link>
            ),
          )}
        </Text>
      ))}
    </EmailLayout>
  )
}
