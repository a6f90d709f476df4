import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export const exportReadySubject = 'Your data is ready'

/** `until` is in UTC, because an email doesn't know its reader's time zone. */
export function ExportReadyEmail({ link, until }: { link: string; until: string }) {
  return (
    <EmailLayout
      preview={`One JSON file, until ${until}.`}
      stock="bone"
      headline="All of it, in one file."
      lead={`Everything we hold about you is ready as one JSON file. It is there until ${until}.`}
      action={{ label: 'Download it', href: link }}
      reason="You get this because you asked for your data. Not you? Change your password: somebody is signed in as you."
    >
      <EmailParagraph small>
        The link opens your settings. Only you can download the file, signed in.
      </EmailParagraph>
    </EmailLayout>
  )
}
