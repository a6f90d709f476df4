import { useSiteName } from '~/design/site-name'
import { EmailLayout } from '~/design/email/email-layout'

export function formatDeclineSubject(siteName: string): string {
  return `Your request to join ${siteName}`
}

/** Decline email with the admin’s own message; sent only if there is one. */
export function DeclineEmail({ message }: { message: string }) {
  const siteName = useSiteName()
  return (
    <EmailLayout
      preview="An answer to your request."
      stock="bone"
      headline="Not this time."
      lead={`“${message}”`}
      reason={`You get this email because you requested an invite to ${siteName}. You can request one again at any time.`}
    />
  )
}
