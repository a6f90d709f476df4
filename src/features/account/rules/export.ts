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
export function getExportStatus(stored: StoredExport | undefined, now: Date): ExportStatus {
  if (stored === undefined) return 'none'
  if (stored.expiresAt !== null) return stored.expiresAt > now ? 'ready' : 'expired'
  return findNextRequestAt(stored, now) === null ? 'none' : 'waiting'
}

/**
 * Returns when the next archive may be requested: 24 hours after the last request. Null if it may be requested now.
 */
export function findNextRequestAt(stored: StoredExport | undefined, now: Date): Date | null {
  if (stored === undefined) return null
  const from = new Date(stored.requestedAt.getTime() + DAY)
  return from > now ? from : null
}

/** Returns the latest time of a previous request that allows a new request now. */
export function getRequestCutoff(now: Date): Date {
  return new Date(now.getTime() - DAY)
}

export function getExpiry(readyAt: Date): Date {
  return new Date(readyAt.getTime() + EXPORT_DAYS * DAY)
}
