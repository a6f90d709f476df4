import type { Currency } from '~/lib/currency'

/** The state of the last change to the tickets or promo codes; `saving` includes the pause before it is sent. */
export interface SaveReport {
  part: 'tickets' | 'promo'
  state: 'saved' | 'saving' | 'retrying' | 'refused'
}

export interface SectionProps {
  eventId: string
  /** The caller's permissions for the event: `edit`, `money`, … */
  acts: readonly string[]
  timezone: string
  /** The currency of the event. */
  currency: Currency
  startsAt: string
  /** The end of all sales; null while a postponed event has no date. */
  eventEnd: string | null
  capacity: number | null
  isFixed?: boolean | undefined
  onSaving?: ((report: SaveReport) => void) | undefined
}
