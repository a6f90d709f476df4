const MINUTE = 60_000
const DAY = 86_400_000

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/**
 * `[2, 'Sat', '23:00']` is the third upcoming Saturday at eleven, local time of the venue. `-1` is the most recent one
 * that is over.
 */
export type LocalTime = readonly [week: number, day: (typeof weekdays)[number] | 'daily', time: string]

/**
 * Returns the instant of `localTime` relative to `now`. Week 0 is the first occurrence after `now`, so 'daily' is
 * today until that time, and then tomorrow. Week -1 is the last occurrence that began more than a day ago.
 */
export function toInstant(localTime: LocalTime, zone: string, now: Date): Date {
  const [week, day, time] = localTime
  const step = day === 'daily' ? 1 : 7
  const edge = week < 0 ? new Date(now.getTime() - DAY) : now
  const today = toLocalDay(edge, zone)
  const ahead = day === 'daily' ? 0 : (weekdays.indexOf(day) - new Date(today).getUTCDay() + 7) % 7
  const first = today + ahead * DAY
  // If `first` is today, the time may already have passed. Then the first occurrence is one step later.
  const passed = toClockInstant(first, time, zone).getTime() <= edge.getTime() ? 1 : 0
  return toClockInstant(first + (passed + week) * step * DAY, time, zone)
}

/** Returns midnight of the local day as if it were UTC; use it only to count days. */
function toLocalDay(instant: Date, zone: string): number {
  return Math.floor((instant.getTime() + getUtcOffset(instant, zone)) / DAY) * DAY
}

function toClockInstant(day: number, time: string, zone: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const wanted = day + (hour * 60 + minute) * MINUTE
  // Looks up the offset twice: the first guess may be on the other side of a clock change.
  const guess = wanted - getUtcOffset(new Date(wanted), zone)
  return new Date(wanted - getUtcOffset(new Date(guess), zone))
}

// Creating a formatter costs a hundred times more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formatters.set(zone, made)
  return made
}

const offsets = new Map<string, number>()
const MAX_KNOWN = 50_000
const QUARTER = 15 * MINUTE

/**
 * Returns how many milliseconds the zone is ahead of UTC at that instant. Cached per quarter of an hour, because clock
 * changes fall on quarters.
 */
function getUtcOffset(instant: Date, zone: string): number {
  const key = `${Math.floor(instant.getTime() / QUARTER)} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const found = readOffset(instant, zone)
  if (offsets.size >= MAX_KNOWN) offsets.clear()
  offsets.set(key, found)
  return found
}

function readOffset(instant: Date, zone: string): number {
  const name = getFormatter(zone)
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '')
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * MINUTE
}
