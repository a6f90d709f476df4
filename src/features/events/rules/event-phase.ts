/** Where an event stands against the clock. */
export type EventPhase = 'upcoming' | 'on' | 'over'

// Few write down when a night ends; none of ours is longer.
const LONGEST_NIGHT = 12 * 3_600_000

/** Times as ISO 8601 text. */
export function eventPhase(event: { startsAt: string; endsAt: string | null }, now: Date): EventPhase {
  const start = Date.parse(event.startsAt)
  const end = event.endsAt === null ? start + LONGEST_NIGHT : Date.parse(event.endsAt)
  if (now.getTime() <= start) return 'upcoming'
  return now.getTime() < end ? 'on' : 'over'
}

export const EVENT_STATUSES = ['published', 'postponed', 'cancelled'] as const
/** Of an event that people may see; drafts have no page. */
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** The sentence that stands above an event that does not simply take place; undefined for one that does. */
export function findStatusNote(status: EventStatus, phase: EventPhase): string | undefined {
  if (status === 'cancelled') return 'This event is cancelled.'
  if (status === 'postponed') return 'This event is postponed. Its new date will stand here.'
  if (phase === 'over') return 'This event is over.'
  if (phase === 'on') return 'This event has started.'
  return undefined
}
