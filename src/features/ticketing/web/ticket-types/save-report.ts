/** What has become of the last change, in the editor's own words. `saving` also while it waits to be sent. */
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
  /** As the editor has it now, saved or not. */
  capacity: number | null
  /** The night is off: what it sells stays as it was. */
  isFixed?: boolean | undefined
  onSaving?: ((report: SaveReport) => void) | undefined
}
