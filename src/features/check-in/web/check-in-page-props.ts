import type { CheckInList } from '../contract'

export interface CheckInPageProps {
  eventId: string
  person: { id: string; name: string }
  /** The event when the server rendered the page, perhaps hours ago. */
  event: CheckInList['event']
  counts: CheckInList['counts']
  back: string
  onSignOut: () => void
}
