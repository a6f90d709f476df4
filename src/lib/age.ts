import { pluralize } from './pluralize'

const units = [
  { long: 'year', short: 'y', minutes: 525_600 },
  { long: 'month', short: 'mo', minutes: 43_200 },
  { long: 'week', short: 'wk', minutes: 10_080 },
  { long: 'day', short: 'd', minutes: 1440 },
  { long: 'hour', short: 'h', minutes: 60 },
  { long: 'minute', short: 'min', minutes: 1 },
] as const

/**
 * Returns the age in its largest full unit, up to `maxMinutes`. Undefined for a time in the future, as when the clock
 * of this device is behind.
 */
function findAge(from: string, now: number, maxMinutes = Infinity) {
  const minutes = Math.floor((now - Date.parse(from)) / 60_000)
  const unit = units.find((candidate) => candidate.minutes <= maxMinutes && minutes >= candidate.minutes)
  return unit && { ...unit, count: Math.floor(minutes / unit.minutes) }
}

/**
 * Formats an age as shortly as possible: `now`, `2m`, `3h`, `60d`. `now` is in milliseconds since 1970, as in the
 * functions below.
 */
export function formatFeedAge(from: string, now: number): string {
  const age = findAge(from, now, 1440)
  return age ? `${age.count}${age.short.charAt(0)}` : 'now'
}

/** `12 min`, `3 h`, `now` */
export function formatShortAge(from: string, now: number): string {
  const age = findAge(from, now)
  return age ? `${age.count} ${age.short}` : 'now'
}

/** Formats an age in words: `40 minutes`, `2 weeks`, `under a minute`. */
export function formatLongAge(from: string, now: number): string {
  const age = findAge(from, now)
  return age ? pluralize(age.count, age.long) : 'under a minute'
}
