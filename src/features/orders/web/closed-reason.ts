/** Returns why nothing can be bought for an event, as a sentence; null when something can. */
export function findClosedReason(event: {
  status: string
  phase: 'upcoming' | 'on' | 'over'
  isDateOpen: boolean
}): string | null {
  if (event.status === 'cancelled') return 'This event was canceled. Choose another event.'
  if (event.status === 'postponed')
    return event.isDateOpen
      ? 'This event is postponed. Sales resume when the new date is set.'
      : 'This event is postponed. Tickets aren’t on sale right now.'
  if (event.phase !== 'upcoming')
    return event.phase === 'on'
      ? 'This event has started. Tickets are sold at the door.'
      : 'This event is over.'
  return null
}
