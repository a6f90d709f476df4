export const SUSPENSION_REASON_MAX = 500
/** No suspension is for ever: whoever looks again in ten years may renew it. */
export const SUSPENSION_YEARS_MAX = 10

/** What is wrong with the end of a suspension, in words; undefined when it may stand. */
export function findUntilFault(until: Date, now: Date): string | undefined {
  if (Number.isNaN(until.getTime())) return 'Choose a date.'
  if (until <= now) return 'Choose a time to come.'
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + SUSPENSION_YEARS_MAX)
  if (until > latest) return `Choose a date within ${SUSPENSION_YEARS_MAX} years.`
  return undefined
}
