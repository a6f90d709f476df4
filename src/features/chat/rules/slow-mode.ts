/** Returns when this person may send again in slow mode (milliseconds since the epoch); null if they need not wait. */
export function findSlowModeEnd(
  slowModeSeconds: number,
  /** The time of the person's last message by the server's clock, as ISO. */
  lastAt: string | undefined,
  now: number,
): number | null {
  if (slowModeSeconds === 0 || lastAt === undefined) return null
  // If this device's clock is behind the server's, count from now. Otherwise the wait would exceed the room's
  // interval.
  const until = Math.min(Date.parse(lastAt), now) + slowModeSeconds * 1000
  return until > now ? until : null
}

/** Formats the interval: `One message every 30 seconds`. */
export function formatSlowMode(seconds: number): string {
  if (seconds % 3600 === 0)
    return seconds === 3600 ? 'One message an hour' : `One message every ${seconds / 3600} hours`
  if (seconds % 60 === 0)
    return seconds === 60 ? 'One message a minute' : `One message every ${seconds / 60} minutes`
  return `One message every ${seconds} seconds`
}

/** Formats the remaining time: `0:12`, `14:05`. */
export function formatWaitClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
