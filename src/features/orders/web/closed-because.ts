/** Returns why nothing can be bought for an event, as a sentence; null when something can. */
export function closedBecause(event: {
  status: string
  phase: 'upcoming' | 'on' | 'over'
  isDateOpen: boolean
}): string | null {
  if (event.status === 'cancelled') return 'This event was cancelled. Choose another night.'
  if (event.status === 'postponed')
    return event.isDateOpen
      ? 'This event is postponed. Tickets come back with the new date.'
      : 'This event is postponed. Tickets are not back on sale yet.'
  if (event.phase !== 'upcoming')
    return event.phase === 'on'
      ? 'This night has begun. Tickets are sold at the door.'
      : 'This night is over.'
  return null
}
