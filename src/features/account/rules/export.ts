const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How many days an archive can be downloaded. */
export const EXPORT_DAYS = 7

export interface StoredExport {
  requestedAt: Date
  readyAt: Date | null
  expiresAt: Date | null
}

export type ExportStatus = 'none' | 'waiting' | 'ready' | 'expired'

/** Returns the state of an archive. A request that isn't finished within a day counts as never made. */
export function standingOf(kept: StoredExport | undefined, now: Date): ExportStatus {
  if (kept === undefined) return 'none'
  if (kept.expiresAt !== null) return kept.expiresAt > now ? 'ready' : 'expired'
  return nextRequestAt(kept, now) === null ? 'none' : 'waiting'
}

/** Returns when the next archive may be requested: 24 hours after the last request. Null: now. */
export function nextRequestAt(kept: StoredExport | undefined, now: Date): Date | null {
  if (kept === undefined) return null
  const from = new Date(kept.requestedAt.getTime() + DAY)
  return from > now ? from : null
}

/** Returns the time before which the last request must lie for a new one to be allowed. */
export function requestedBefore(now: Date): Date {
  return new Date(now.getTime() - DAY)
}

export function expiryOf(readyAt: Date): Date {
  return new Date(readyAt.getTime() + EXPORT_DAYS * DAY)
}
