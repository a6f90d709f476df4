import { findInstant } from '~/lib/local-clock'
import { formatClock, formatIsoDay } from '~/lib/time'
import { addDays } from './days'

/** A set as entered in a form: the day, two clock times at the venue, and the length. */
export type SetFields = {
  /** The day the event starts, `2026-12-11`: a set at 01:00 on the 12th belongs to the 11th. */
  day: string
  /** `23:00` */
  starts: string
  /** Such as `02:00`. An end at or before `starts` is on the next day. */
  ends: string
  /**
   * The length, such as `3` or `1.5`. When the clocks go back, one hour occurs twice, and the length decides in which
   * of the two the set ends.
   */
  hours: string
  /** The venue's time zone as an IANA name. */
  timezone: string
}

export type SetInstants = { startsAt: string; endsAt: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The time of day at which an event ends: a set that starts before 06:00 belongs to the day before. */
const EVENT_ENDS = '06:00'

/** Returns the day that a moment belongs to at the venue: 01:00 on Saturday belongs to Friday. */
export function getEventDay(instant: Date | string, timezone: string): string {
  const day = formatIsoDay(instant, timezone)
  return formatClock(instant, timezone) < EVENT_ENDS ? addDays(day, -1) : day
}

/** Returns the day and clock times of a set at its venue. */
export function toSetFields({ startsAt, endsAt, timezone }: SetInstants & { timezone: string }): SetFields {
  return {
    day: getEventDay(startsAt, timezone),
    starts: formatClock(startsAt, timezone),
    ends: formatClock(endsAt, timezone),
    hours: formatHours(startsAt, endsAt),
    timezone,
  }
}

/** Returns the instants of the set, or undefined while a field is empty or invalid. */
export function toInstants(fields: SetFields): SetInstants | undefined {
  const startsAt = findStartInstant(fields)
  if (startsAt === undefined) return undefined
  const byHours = findEndAfter(startsAt, fields.hours)
  // When the clocks go back, one hour occurs twice. The length decides in which of the two the set ends.
  if (byHours !== undefined && formatClock(byHours, fields.timezone) === fields.ends)
    return { startsAt, endsAt: byHours }
  const endsAt = findEndByClock(fields, startsAt)
  return endsAt === undefined ? undefined : { startsAt, endsAt }
}

export function withHours(fields: SetFields, hours: string): SetFields {
  const startsAt = findStartInstant(fields)
  const end = startsAt === undefined ? undefined : findEndAfter(startsAt, hours)
  return { ...fields, hours, ends: end === undefined ? fields.ends : formatClock(end, fields.timezone) }
}

export function withEnd(fields: SetFields, ends: string): SetFields {
  const next = { ...fields, ends }
  const startsAt = findStartInstant(next)
  const end = startsAt === undefined ? undefined : findEndByClock(next, startsAt)
  return startsAt === undefined || end === undefined ? next : { ...next, hours: formatHours(startsAt, end) }
}

export function withStart(fields: SetFields, starts: string): SetFields {
  return withHours({ ...fields, starts }, fields.hours)
}

/**
 * Changes the day or time zone and keeps the clock times. The length changes if daylight saving time starts or ends
 * during the set.
 */
export function withPlace(fields: SetFields, place: Partial<Pick<SetFields, 'day' | 'timezone'>>): SetFields {
  const next = { ...fields, ...place }
  return withEnd(next, next.ends)
}

/** Formats the length as `3` or `1.5`, to two decimals. Counts elapsed hours, not the difference of the clock times. */
export function formatHours(startsAt: string, endsAt: string): string {
  return String(Math.round(((Date.parse(endsAt) - Date.parse(startsAt)) / HOUR) * 100) / 100)
}

/** Formats a set as `23:00–02:00` in the time zone of the venue. */
export function formatSet({ startsAt, endsAt, timezone }: SetInstants & { timezone: string }): string {
  return `${formatClock(startsAt, timezone)}–${formatClock(endsAt, timezone)}`
}

/**
 * Returns the calendar day on which the set starts if it differs from the event's day: 01:00 of a Friday event is on
 * Saturday.
 */
export function findStartDay({ day, starts }: SetFields): string | undefined {
  return day !== '' && starts !== '' && starts < EVENT_ENDS ? addDays(day, 1) : undefined
}

function findStartInstant({ day, starts, timezone }: SetFields): string | undefined {
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined
  return findInstant(starts < EVENT_ENDS ? addDays(day, 1) : day, starts, timezone)
}

function findEndAfter(startsAt: string, hours: string): string | undefined {
  const length = Number(hours.replace(',', '.'))
  if (hours.trim() === '' || !Number.isFinite(length) || length <= 0 || length > 48) return undefined
  const end = Date.parse(startsAt) + Math.round((length * HOUR) / MINUTE) * MINUTE
  return new Date(end).toISOString()
}

/** Returns the first instant after the start at which a clock at the venue shows the time `ends`. */
function findEndByClock({ ends, timezone }: SetFields, startsAt: string): string | undefined {
  const day = formatIsoDay(startsAt, timezone)
  const sameDay = findInstant(day, ends, timezone)
  if (sameDay === undefined || sameDay > startsAt) return sameDay
  return findInstant(addDays(day, 1), ends, timezone)
}
