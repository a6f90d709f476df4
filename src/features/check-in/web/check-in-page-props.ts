import type { DoorList } from '../contract'

export interface DoorPageProps {
  eventId: string
  person: { id: string; name: string }
  /** As the server knew it when the page was drawn, perhaps hours ago. */
  event: DoorList['event']
  counts: DoorList['counts']
  /** Where the arrow leads. */
  back: string
  onSignOut: () => void
}
