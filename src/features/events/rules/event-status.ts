/**
 * draft      only its own people see it
 * published  on sale, as far as its ticket types are
 * postponed  not on sale; tickets stay valid for the new date, and may be given back for a while
 * cancelled  for good; everybody gets the money back
 */
export const DESK_STATUSES = ['draft', 'published', 'postponed', 'cancelled'] as const
export type DeskStatus = (typeof DESK_STATUSES)[number]

/**
 * Every move there is. The table `event_transitions` holds the same, and a trigger refuses all others; back to a draft only
 * while nobody has bought.
 */
export const EVENT_MOVES: Readonly<Record<DeskStatus, readonly DeskStatus[]>> = {
  draft: ['published'],
  published: ['draft', 'postponed', 'cancelled'],
  postponed: ['published', 'cancelled'],
  cancelled: [],
}

export function canMove(from: DeskStatus, to: DeskStatus): boolean {
  return EVENT_MOVES[from].includes(to)
}
