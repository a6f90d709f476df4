/**
 * Changes that ticket holders are emailed about: the event is cancelled, postponed, has a new date, or other details
 * changed.
 */
export type EventChangeKind = 'cancelled' | 'postponed' | 'dated' | 'changed'

/** An event's state as sent to ticket holders; all fields are compared. Old records lack `statusChangedAt`. */
interface NotifiedEvent {
  status: string
  isDateOpen: boolean
  startsAt: string
  statusChangedAt?: string | null
}

/**
 * Returns what changed since the last notification; undefined when no notification is needed. An event that was moved
 * directly to another date counts as postponed, with its reason, even after edits; a new date from the editor alone
 * counts as changed.
 */
export function findChangeKind<Version extends NotifiedEvent>(
  was: Version,
  now: Version,
): EventChangeKind | undefined {
  if (now.status === 'cancelled') return 'cancelled'
  if (now.status === 'draft' || was.status === 'draft') return undefined
  if (now.status === was.status) {
    const isManual = (was.statusChangedAt ?? null) !== (now.statusChangedAt ?? null)
    const isMoved = isManual && was.startsAt !== now.startsAt && now.status === 'published'
    return isMoved ? 'postponed' : 'changed'
  }
  if (now.status === 'postponed') return 'postponed'
  if (was.isDateOpen || was.startsAt !== now.startsAt) return 'dated'
  const isKnown = (Object.keys(now) as (keyof Version)[]).every(
    (key) => key === 'status' || key === 'statusChangedAt' || was[key] === now[key],
  )
  return isKnown ? undefined : 'changed'
}
