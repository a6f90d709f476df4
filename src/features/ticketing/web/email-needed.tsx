import { Mail } from 'lucide-react'
import { Note } from '~/design/note'
import { EMAIL_NEEDED } from '../rules/sentences'

// On a phone the button that was pressed is a bar at the bottom, far from here.
function bringIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'center' })
}

/** For whoever came with a phone alone: why tickets are not to be had yet, and the way there. What was chosen or typed stays. */
export function EmailNeeded() {
  return (
    <Note tone="orange" icon={Mail} role="alert" ref={bringIntoView} data-client-links>
      {EMAIL_NEEDED}{' '}
      <a className="link" href="/dashboard/settings#account">
        Open Settings
      </a>
    </Note>
  )
}
