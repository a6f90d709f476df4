const MINUTE = 60_000
const DAY = 86_400_000

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** `[2, 'Sat', '23:00']`: the third Saturday ahead at eleven, by the clock of the place. `-1` is the last one that is over. */
export type When = readonly [week: number, day: (typeof weekdays)[number] | 'daily', time: string]

/**
 * The instant of `when` as seen from `now`. Week 0 is the first occurrence after `now` (so 'daily' is tonight while the
 * hour is still ahead); week -1 the last that began more than a day ago, which leaves it time to end.
 */
export function instantOf(when: When, zone: string, now: Date): Date {
  const [week, day, time] = when
  const step = day === 'daily' ? 1 : 7
  const edge = week < 0 ? new Date(now.getTime() - DAY) : now
  const today = localDay(edge, zone)
  const ahead = day === 'daily' ? 0 : (weekdays.indexOf(day) - new Date(today).getUTCDay() + 7) % 7
  const first = today + ahead * DAY
  // The coming one may be today, yet earlier than now.
  const passed = atClock(first, time, zone).getTime() <= edge.getTime() ? 1 : 0
  return atClock(first + (passed + week) * step * DAY, time, zone)
}

/** Midnight of the local day, written as if it were UTC: only good for counting days. */
function localDay(instant: Date, zone: string): number {
  return Math.floor((instant.getTime() + offset(instant, zone)) / DAY) * DAY
}

function atClock(day: number, time: string, zone: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const wanted = day + (hour * 60 + minute) * MINUTE
  // The offset before and after a change of clocks differ; looking again with the first answer settles it.
  const guess = wanted - offset(new Date(wanted), zone)
  return new Date(wanted - offset(new Date(guess), zone))
}

// Making one costs a hundred times more than using it.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  clocks.set(zone, made)
  return made
}

const offsets = new Map<string, number>()
const MOST_KNOWN = 50_000
const QUARTER = 15 * MINUTE

/** Milliseconds that the zone's clock is ahead of UTC at that instant. Clocks are changed at a quarter of an hour. */
function offset(instant: Date, zone: string): number {
  const key = `${Math.floor(instant.getTime() / QUARTER)} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const found = readOffset(instant, zone)
  if (offsets.size >= MOST_KNOWN) offsets.clear()
  offsets.set(key, found)
  return found
}

function readOffset(instant: Date, zone: string): number {
  const name = clockOf(zone)
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? '')
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * MINUTE
}
