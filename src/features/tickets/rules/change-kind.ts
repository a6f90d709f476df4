/** What holders of tickets are emailed about: the event is off, is moved, has its date again, or something about it differs. */
export type ToldKind = 'cancelled' | 'postponed' | 'dated' | 'changed'

/** What is told of an event; all but the status is only compared. `statusChangedAt` is not there in what was told long ago. */
interface ToldEvent {
  status: string
  isDateOpen: boolean
  startsAt: string
  statusChangedAt?: string | null
}

/**
 * Between what was told before and what is now; undefined when nobody needs to hear of it. An event that was moved to another date at once is
 * told as that, with why, also where it was edited meanwhile; another date in the editor alone is a change.
 */
export function toldKind<Version extends ToldEvent>(was: Version, now: Version): ToldKind | undefined {
  if (now.status === 'cancelled') return 'cancelled'
  if (now.status === 'draft' || was.status === 'draft') return undefined
  if (now.status === was.status) {
    const isByHand = (was.statusChangedAt ?? null) !== (now.statusChangedAt ?? null)
    const isMoved = isByHand && was.startsAt !== now.startsAt && now.status === 'published'
    return isMoved ? 'postponed' : 'changed'
  }
  if (now.status === 'postponed') return 'postponed'
  if (was.isDateOpen || was.startsAt !== now.startsAt) return 'dated'
  // It was postponed to this very date, which they know.
  const isKnown = (Object.keys(now) as (keyof Version)[]).every(
    (key) => key === 'status' || key === 'statusChangedAt' || was[key] === now[key],
  )
  return isKnown ? undefined : 'changed'
}
