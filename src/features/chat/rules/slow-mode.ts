/** Until when a room's slow mode lets nothing of this person out, in milliseconds since 1970; null: it does not. */
export function slowUntil(
  slowModeSeconds: number,
  /** When they wrote last, an ISO text of the server's clock. */
  lastAt: string | undefined,
  now: number,
): number | null {
  if (slowModeSeconds === 0 || lastAt === undefined) return null
  // A clock that is behind must not make anybody wait longer than the room asks.
  const until = Math.min(Date.parse(lastAt), now) + slowModeSeconds * 1000
  return until > now ? until : null
}

/** `One message every 30 seconds` */
export function slowModeWords(seconds: number): string {
  if (seconds % 3600 === 0)
    return seconds === 3600 ? 'One message an hour' : `One message every ${seconds / 3600} hours`
  if (seconds % 60 === 0)
    return seconds === 60 ? 'One message a minute' : `One message every ${seconds / 60} minutes`
  return `One message every ${seconds} seconds`
}

/** What is left: `0:12`, `14:05`. */
export function clockWords(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
