export const SUSPENSION_REASON_MAX = 500
/** Suspensions are limited to ten years; an admin can renew one. */
export const SUSPENSION_YEARS_MAX = 10

/** Returns the problem with the end date of a suspension; undefined if the date is valid. */
export function findUntilProblem(until: Date, now: Date): string | undefined {
  if (Number.isNaN(until.getTime())) return 'Choose a date.'
  if (until <= now) return 'Choose a date in the future.'
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + SUSPENSION_YEARS_MAX)
  if (until > latest) return `Choose a date within ${SUSPENSION_YEARS_MAX} years.`
  return undefined
}
