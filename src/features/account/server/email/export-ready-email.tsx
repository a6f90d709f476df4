import { EmailParagraph } from '~/design/email/email-facts'
import { EmailLayout } from '~/design/email/email-layout'

export const exportReadySubject = 'Your data is ready'

/** The email that says that an archive is ready. `until` is in UTC, because the reader's time zone is unknown. */
export function ExportReadyEmail({ link, until }: { link: string; until: string }) {
  return (
    <EmailLayout
      preview={`One JSON file, available until ${until}.`}
      stock="bone"
      headline="Your data is ready to download."
      lead={`Your data is ready as one JSON file. You can download it until ${until}.`}
      action={{ label: 'Download your data', href: link }}
      reason="You get this email because you requested your data. Not you? Change your password: someone is signed in to your account."
    >
      <EmailParagraph small>
        The link opens your settings. You must be signed in to download the file.
      </EmailParagraph>
    </EmailLayout>
  )
}
