import type { CheckInList } from '../contract'

export interface CheckInPageProps {
  eventId: string
  person: { id: string; name: string }
  /** As the server knew it when the page was drawn, perhaps hours ago. */
  event: CheckInList['event']
  counts: CheckInList['counts']
  /** Where the arrow leads. */
  back: string
  onSignOut: () => void
}
