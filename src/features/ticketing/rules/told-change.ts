/** What holders of tickets are mailed about: the night is off, is moved, has its date again, or something about it differs. */
export type ToldKind = 'cancelled' | 'postponed' | 'dated' | 'changed'

/** What is told of a night; all but the status is only compared. */
interface ToldNight {
  status: string
  isDateOpen: boolean
  startsAt: string
}

/**
 * Between what was told before and what is now; undefined when nobody needs to hear of it. `movedFrom`: from which date it was moved last,
 * so that a night that is moved to another one at once is told as that, with why; another date in the editor is a change.
 */
export function toldKind<Night extends ToldNight>(
  was: Night,
  now: Night,
  movedFrom: string | null,
): ToldKind | undefined {
  if (now.status === 'cancelled') return 'cancelled'
  if (now.status === 'draft' || was.status === 'draft') return undefined
  if (now.status === was.status) {
    const isMoved = movedFrom === was.startsAt && now.startsAt !== was.startsAt
    return isMoved && now.status === 'published' ? 'postponed' : 'changed'
  }
  if (now.status === 'postponed') return 'postponed'
  if (was.isDateOpen || was.startsAt !== now.startsAt) return 'dated'
  // It was postponed to this very date, which they know.
  const isKnown = (Object.keys(now) as (keyof Night)[]).every(
    (key) => key === 'status' || was[key] === now[key],
  )
  return isKnown ? undefined : 'changed'
}
