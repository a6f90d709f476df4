/** The state of the last change; `saving` also while it waits to be sent. */
export interface SaveReport {
  part: 'tickets' | 'promo'
  state: 'saved' | 'saving' | 'retrying' | 'refused'
}

export interface SectionProps {
  eventId: string
  /** What the reader may do with the event: `edit`, `money`, … */
  acts: readonly string[]
  /** The event's; sale windows are clocks of it. */
  timezone: string
  /** ISO. */
  startsAt: string
  /** When no ticket may be sold any longer; null while a postponed event has no date. */
  eventEnd: string | null
  /** As typed in the editor, saved or not. */
  capacity: number | null
  /** The event is cancelled: nothing can be changed. */
  isFixed?: boolean | undefined
  onSaving?: ((report: SaveReport) => void) | undefined
}
