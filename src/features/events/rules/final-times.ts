import type { EventPhase } from './event-phase'
import type { DashboardStatus } from './event-status'

/** Returns why the start and the end of an event can no longer be changed; undefined if they can. */
export function findFinalTimesReason({
  status,
  phase,
  isPaidOut,
}: {
  status: DashboardStatus
  phase: EventPhase
  isPaidOut: boolean
}): string | undefined {
  if (isPaidOut)
    return 'This event is settled, or part of its money was paid out, so its start and end are final.'
  if (status === 'published' && phase === 'over') return 'This event is over, so its start and end are final.'
  return undefined
}
