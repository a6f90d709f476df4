const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long an archive is there. */
export const EXPORT_DAYS = 7

export interface KeptExport {
  askedAt: Date
  readyAt: Date | null
  expiresAt: Date | null
}

export type ExportStanding = 'none' | 'waiting' | 'ready' | 'expired'

/** One that was not made within a day never comes: then it is as if nobody had asked. */
export function standingOf(kept: KeptExport | undefined, now: Date): ExportStanding {
  if (kept === undefined) return 'none'
  if (kept.expiresAt !== null) return kept.expiresAt > now ? 'ready' : 'expired'
  return mayAskFrom(kept, now) === null ? 'none' : 'waiting'
}

/** One a day, by the hour of the last. Null: now. */
export function mayAskFrom(kept: KeptExport | undefined, now: Date): Date | null {
  if (kept === undefined) return null
  const from = new Date(kept.askedAt.getTime() + DAY)
  return from > now ? from : null
}

/** Before when the last one must have been asked for. */
export function askedBefore(now: Date): Date {
  return new Date(now.getTime() - DAY)
}

export function expiryOf(readyAt: Date): Date {
  return new Date(readyAt.getTime() + EXPORT_DAYS * DAY)
}
