import { instantAt } from '~/lib/local-clock'
import { formatClock, isoDay } from '~/lib/time'
import { addDays } from './days'

/** A set as people write it down: the day, two clocks of the place, and how long that is. */
export type SetFields = {
  /** The day the event starts, `2026-12-11`: a set at 01:00 on the 12th counts to the 11th. */
  day: string
  /** `23:00` */
  starts: string
  /** `02:00`; not later than `starts` means the morning after. */
  ends: string
  /** `3`, `1.5`. What lets the hour be told that a clock shows twice when it is put back. */
  hours: string
  /** IANA, of the place. */
  timezone: string
}

export type SetInstants = { startsAt: string; endsAt: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Before six in the morning a set still counts to the day before. */
const EVENT_ENDS = '06:00'

/** Returns the day that a moment counts to at the place: 01:00 on Saturday counts to Friday. */
export function eventDayOf(instant: Date | string, timezone: string): string {
  const day = isoDay(instant, timezone)
  return formatClock(instant, timezone) < EVENT_ENDS ? addDays(day, -1) : day
}

/** The day and clocks of a set at its place. */
export function toSetFields({ startsAt, endsAt, timezone }: SetInstants & { timezone: string }): SetFields {
  return {
    day: eventDayOf(startsAt, timezone),
    starts: formatClock(startsAt, timezone),
    ends: formatClock(endsAt, timezone),
    hours: hoursOf(startsAt, endsAt),
    timezone,
  }
}

/** When the set is, or undefined while a field is empty or no time. */
export function toInstants(fields: SetFields): SetInstants | undefined {
  const startsAt = startOf(fields)
  if (startsAt === undefined) return undefined
  const byHours = endAfter(startsAt, fields.hours)
  // A clock that is put back shows an hour twice: the length says which of the two is meant.
  if (byHours !== undefined && formatClock(byHours, fields.timezone) === fields.ends)
    return { startsAt, endsAt: byHours }
  const endsAt = endByClock(fields, startsAt)
  return endsAt === undefined ? undefined : { startsAt, endsAt }
}

/** Another length: the end follows. */
export function withHours(fields: SetFields, hours: string): SetFields {
  const startsAt = startOf(fields)
  const end = startsAt === undefined ? undefined : endAfter(startsAt, hours)
  return { ...fields, hours, ends: end === undefined ? fields.ends : formatClock(end, fields.timezone) }
}

/** Another end: the length follows. */
export function withEnd(fields: SetFields, ends: string): SetFields {
  const next = { ...fields, ends }
  const startsAt = startOf(next)
  const end = startsAt === undefined ? undefined : endByClock(next, startsAt)
  return startsAt === undefined || end === undefined ? next : { ...next, hours: hoursOf(startsAt, end) }
}

/** Another start: the set keeps its length and moves as a whole. */
export function withStart(fields: SetFields, starts: string): SetFields {
  return withHours({ ...fields, starts }, fields.hours)
}

/** Another day or another place: the clocks stay; the length follows where they are put forward or back in between. */
export function withPlace(fields: SetFields, place: Partial<Pick<SetFields, 'day' | 'timezone'>>): SetFields {
  const next = { ...fields, ...place }
  return withEnd(next, next.ends)
}

/** `3`, `1.5`; minutes of other lengths to two places. Hours that pass, not hours that the clock shows. */
export function hoursOf(startsAt: string, endsAt: string): string {
  return String(Math.round(((Date.parse(endsAt) - Date.parse(startsAt)) / HOUR) * 100) / 100)
}

/** `23:00–02:00` at the place. */
export function formatSet({ startsAt, endsAt, timezone }: SetInstants & { timezone: string }): string {
  return `${formatClock(startsAt, timezone)}–${formatClock(endsAt, timezone)}`
}

/** The calendar day on which the set starts when it differs from the event's day: 01:00 of a Friday event is on Saturday. */
export function morningAfter({ day, starts }: SetFields): string | undefined {
  return day !== '' && starts !== '' && starts < EVENT_ENDS ? addDays(day, 1) : undefined
}

function startOf({ day, starts, timezone }: SetFields): string | undefined {
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined
  return instantAt(starts < EVENT_ENDS ? addDays(day, 1) : day, starts, timezone)
}

function endAfter(startsAt: string, hours: string): string | undefined {
  const length = Number(hours.replace(',', '.'))
  if (hours.trim() === '' || !Number.isFinite(length) || length <= 0 || length > 48) return undefined
  const end = Date.parse(startsAt) + Math.round((length * HOUR) / MINUTE) * MINUTE
  return new Date(end).toISOString()
}

/** The next time after the start at which the clock at the place shows the end. */
function endByClock({ ends, timezone }: SetFields, startsAt: string): string | undefined {
  const day = isoDay(startsAt, timezone)
  const sameDay = instantAt(day, ends, timezone)
  if (sameDay === undefined || sameDay > startsAt) return sameDay
  return instantAt(addDays(day, 1), ends, timezone)
}
