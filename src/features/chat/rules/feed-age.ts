const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, as short as it gets: `now`, `2m`, `3h`, `5d`. A clock that is behind says `now`. */
export function feedAge(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < MINUTE) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`
  if (age < DAY) return `${Math.floor(age / HOUR)}h`
  return `${Math.floor(age / DAY)}d`
}
