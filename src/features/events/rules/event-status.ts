/**
 * - `draft`: visible only to the people of the event.
 * - `published`: on sale, depending on its ticket types.
 * - `postponed`: not on sale. Tickets stay valid for the new date, and can be refunded for a limited time.
 * - `cancelled`: final. Every ticket is refunded.
 */
export const DASHBOARD_STATUSES = ['draft', 'published', 'postponed', 'cancelled'] as const
export type DashboardStatus = (typeof DASHBOARD_STATUSES)[number]

/**
 * All allowed status changes. The table `event_transitions` has the same rows, and a trigger refuses all others; an
 * event returns to draft only while no tickets are sold.
 */
export const EVENT_MOVES: Readonly<Record<DashboardStatus, readonly DashboardStatus[]>> = {
  draft: ['published'],
  published: ['draft', 'postponed', 'cancelled'],
  postponed: ['published', 'cancelled'],
  cancelled: [],
}

export function canChangeStatus(from: DashboardStatus, to: DashboardStatus): boolean {
  return EVENT_MOVES[from].includes(to)
}
