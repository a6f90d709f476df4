import type { EventTimes } from './event-times'
import type { SetTimes } from './set-times'

/** The sections of the editor, in order. A remark names the section in which to fix the problem. */
export const SECTIONS = ['event', 'place', 'lineup', 'tickets'] as const
export type Section = (typeof SECTIONS)[number]
export interface Remark {
  section: Section
  text: string
}
/** `field` is a form field, as named by `save`. */
export interface MissingRequirement extends Remark {
  field: string
}

export interface Publishable {
  title: string
  startsAt: Date
  venueName: string
  location: string
  /** Stock of all ticket types, including hidden ones. */
  stock: number
  doorPriceCents: number | null
}

/** Returns what prevents publishing an event, or keeping it published, in the order of the editor. */
export function findMissingRequirements(event: Publishable, now: Date): MissingRequirement[] {
  const missing: MissingRequirement[] = []
  if (event.title.trim() === '') missing.push({ section: 'event', field: 'title', text: 'Enter a title.' })
  if (event.startsAt <= now)
    missing.push({ section: 'event', field: 'date', text: 'Choose a start time in the future.' })
  if (event.venueName === '') missing.push({ section: 'place', field: 'venueName', text: 'Enter the venue.' })
  if (event.location === '') missing.push({ section: 'place', field: 'location', text: 'Enter the city.' })
  if (event.stock <= 0 && event.doorPriceCents === null)
    missing.push({
      section: 'tickets',
      field: 'doorPriceCents',
      text: 'Add a ticket type with stock, or enter a price at the door.',
    })
  return missing
}

interface Billed extends SetTimes {
  name: string
  isBookingOff: boolean
}

/** Returns likely mistakes that do not prevent publishing. Two sets with identical times are a back-to-back. */
export function findLineUpWarnings(times: EventTimes, lineUp: readonly Billed[]): Remark[] {
  const warnings: string[] = []
  const from = Date.parse(times.doorsAt ?? times.startsAt)
  for (const { name, startsAt, endsAt, isBookingOff } of lineUp) {
    if (isBookingOff) warnings.push(`The booking of ${name} is canceled, so visitors don’t see their set.`)
    const until = times.endsAt === null ? Infinity : Date.parse(times.endsAt)
    if (startsAt === null) continue
    if (
      Date.parse(startsAt) < from ||
      Date.parse(startsAt) >= until ||
      Date.parse(endsAt ?? startsAt) > until
    )
      warnings.push(`${name} plays outside the event.`)
  }
  for (const [at, slot] of lineUp.entries())
    for (const other of lineUp.slice(at + 1))
      if (hasOverlap(slot, other)) warnings.push(`${slot.name} and ${other.name} play at the same time.`)
  return warnings.map((text) => ({ section: 'lineup', text }))
}

function hasOverlap(slot: SetTimes, other: SetTimes): boolean {
  if (!slot.startsAt || !slot.endsAt || !other.startsAt || !other.endsAt) return false
  if (slot.startsAt === other.startsAt && slot.endsAt === other.endsAt) return false
  return slot.startsAt < other.endsAt && other.startsAt < slot.endsAt
}
