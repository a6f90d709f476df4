type Moment = Date | string

type Parts = Readonly<Record<string, string>>

// Formatters and results are cached. Creating a formatter costs about a hundred times as much as formatting, and
// formatting a hundred times as much as a lookup. There are few zones, and lists show the same events to everyone.
const formats = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, Parts>()
const MAX_KNOWN = 5_000

function getParts(moment: Moment, zone: string, kind: keyof typeof fields): Parts {
  const date = new Date(moment)
  const key = `${date.getTime()} ${kind} ${zone}`
  const found = known.get(key)
  if (found) return found
  const parts = Object.fromEntries(
    getDateTimeFormat(zone, kind)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, parts)
  return parts
}

function getDateTimeFormat(zone: string, kind: keyof typeof fields): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { ...fields[kind], timeZone: zone, hourCycle: 'h23' })
    formats.set(key, format)
  }
  return format
}

const fields = {
  short: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  offset: { timeZoneName: 'longOffset' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

// Shortens names to three letters, because Intl returns "Sept" and its data differs between versions. Server and
// browser must match.
const shortenMonth = (name: string | undefined) => name?.slice(0, 3)

/** Formats `Sat 5 Dec, 23:00` in an IANA zone such as `Europe/Berlin`. Takes a Date or an ISO text. */
export function formatShort(moment: Moment, zone: string): string {
  const at = getParts(moment, zone, 'short')
  return `${at['weekday']} ${at['day']} ${shortenMonth(at['month'])}, ${at['hour']}:${at['minute']}`
}

export function formatShortDay(moment: Moment, zone: string): string {
  const at = getParts(moment, zone, 'short')
  return `${at['weekday']} ${at['day']} ${shortenMonth(at['month'])}`
}

export function formatShortDate(moment: Moment, zone: string): string {
  return `${formatShortDay(moment, zone)} ${getParts(moment, zone, 'short')['year']}`
}

export function formatDay(moment: Moment, zone: string): string {
  const at = getParts(moment, zone, 'long')
  return `${at['weekday']} ${at['day']} ${at['month']} ${at['year']}`
}

export function formatClock(moment: Moment, zone: string): string {
  const at = getParts(moment, zone, 'short')
  return `${at['hour']}:${at['minute']}`
}

/** Returns the calendar day in that zone, `2026-12-05`, for grouping by day and for `<input type="date">`. */
export function formatIsoDay(moment: Moment, zone: string): string {
  const at = getParts(moment, zone, 'long')
  const number = monthNames.indexOf(shortenMonth(at['month']) ?? '') + 1
  return `${at['year']?.padStart(4, '0')}-${String(number).padStart(2, '0')}-${at['day']?.padStart(2, '0')}`
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the milliseconds by which the clocks of a zone are ahead of UTC at that moment. */
export function getUtcOffset(moment: Moment, zone: string): number {
  // Such as `GMT-05:00`. Before 1900, offsets had seconds, such as `GMT+00:53:28`.
  const name = getParts(moment, zone, 'offset')['timeZoneName'] ?? ''
  const [hours = 0, minutes = 0, seconds = 0] = (name.match(/\d+/gu) ?? []).map(Number)
  const offset = ((hours * 60 + minutes) * 60 + seconds) * 1_000
  return /\d/u.test(name) && !name.includes('+') ? -offset : offset
}

/**
 * Returns `Berlin time` if the clocks of the two zones differ at that moment; otherwise undefined, because a reader in
 * Vienna needs no note about an event in Berlin.
 */
export function formatZoneNote(moment: Moment, zone: string, readerZone: string): string | undefined {
  const differs =
    getParts(moment, zone, 'offset')['timeZoneName'] !==
    getParts(moment, readerZone, 'offset')['timeZoneName']
  return differs ? formatZone(zone) : undefined
}

/** `America/New_York` -> `New York time` */
export function formatZone(zone: string): string {
  return `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`
}

// Accepts only places and UTC. ICU also has names that PostgreSQL doesn't know, such as `AET`, or reads as another
// zone, such as `PST`.
const placeOrUtc =
  /^(?:UTC|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\/.+)$/iu

/** Returns true for names of zones that the database reads the same way: `UTC`, or a place such as `Europe/Berlin`. */
export function isZone(text: string): boolean {
  if (!placeOrUtc.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
