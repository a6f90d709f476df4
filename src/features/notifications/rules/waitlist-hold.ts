/**
 * Minutes that tickets are held for the next person on a waitlist. Orders and tickets use it too; it is defined here
 * because notifications must not import them.
 */
export const WAITLIST_HOLD_MINUTES = 30

/** Returns the hold time as text: `half an hour` or `20 minutes`. */
export function formatWaitlistHold(minutes: number = WAITLIST_HOLD_MINUTES): {
  length: string
  isOver: string
} {
  if (minutes === 30) return { length: 'half an hour', isOver: 'The half hour is over' }
  return { length: `${minutes} minutes`, isOver: `The ${minutes} minutes are over` }
}
