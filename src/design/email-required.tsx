import { Mail } from 'lucide-react'
import { Note } from './note'

// Scrolls to the note: on a phone, the pressed button is in a bottom bar, far from it.
function scrollIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'center' })
}

/** For accounts with only a phone number: why they can't get tickets yet, with a link to their settings. */
export function EmailNeeded({ reason }: { reason: string }) {
  return (
    <Note tone="orange" icon={Mail} role="alert" ref={scrollIntoView} data-client-links>
      {reason}{' '}
      <a className="link" href="/dashboard/settings#account">
        Open Settings
      </a>
    </Note>
  )
}

/** Links to the banner at the top of the page, which resends the verification email and takes its code. */
export function VerifyEmailLink() {
  return (
    <a className="link" href="#verify-email">
      Resend the email or enter the code
    </a>
  )
}

/**
 * Explains that tickets need a verified email, and links to the verification banner. The link keeps the selected
 * tickets.
 */
export function VerifyEmailNote({ reason }: { reason: string }) {
  return (
    <Note tone="orange" icon={Mail} role="alert" ref={scrollIntoView}>
      {reason} <VerifyEmailLink />
    </Note>
  )
}
