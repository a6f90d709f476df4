/**
 * Changes that ticket holders are emailed about: the event is cancelled, postponed, has a new date, or other details
 * changed.
 */
export type EventChangeKind = 'cancelled' | 'postponed' | 'dated' | 'changed'

/**
 * The state of an event that ticket holders were last notified of; all fields are compared. Old records lack
 * `statusChangedAt`.
 */
interface NotifiedEvent {
  status: string
  isDateOpen: boolean
  startsAt: string
  statusChangedAt?: string | null
}

/**
 * Returns what changed since the last notification; undefined when no notification is needed. Moving an event
 * directly to another date counts as postponed, even if the event was edited too, so that ticket holders get the
 * reason. A new date that was only entered in the editor counts as changed.
 */
export function findEventChangeKind<Version extends NotifiedEvent>(
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
