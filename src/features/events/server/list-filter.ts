import { type RawBuilder, sql } from 'kysely'
import { toTimestamp } from '~/database/time-page-clauses'
import type { EventWindow } from '../rules/event-window'
import type { DayKey } from '../rules/day-cursor'

type Condition = RawBuilder<boolean>

const DAY = 86_400_000

// Literals instead of parameters, so that the planner uses the partial indexes.
export const isPublic: Condition = sql`e.is_public and e.event_status = 'published'`

/** List order: the day in the event's own city, then the time. Needs `e`, a row of events. */
export const inOrder = sql`e.local_day, e.event_date, e.id`

/** Days since 1970 of the event's local day, for `DayKey`. */
export const dayNumber = sql`(e.local_day - date '1970-01-01')`

/** Limits the list to a period and to the rows after a cursor. An index can seek to the first row. */
export function isInRange(
  range: { from: Date; before: Date | undefined },
  after: DayKey | undefined,
): Condition {
  // A local day is at most one day away from the UTC day. So the days limit the index scan, and the instants decide.
  const conditions: Condition[] = [
    isPublic,
    sql`e.local_day >= ${toUtcDay(range.from, -1)}::date and e.event_date >= ${range.from}::timestamptz`,
  ]
  if (range.before)
    conditions.push(
      sql`e.local_day <= ${toUtcDay(range.before, 1)}::date and e.event_date < ${range.before}::timestamptz`,
    )
  if (after) conditions.push(sql`(${inOrder}) > ${toCursorTuple(after)}`)
  return sql.join(conditions, sql` and `)
}

/** The row value to compare with `inOrder`. */
export function toCursorTuple([day, micros, id]: DayKey): RawBuilder<unknown> {
  return sql`(date '1970-01-01' + ${day}::int, ${toTimestamp(micros)}, ${id}::uuid)`
}

function toUtcDay(moment: Date, shift: -1 | 1): string {
  return new Date(moment.getTime() + shift * DAY).toISOString().slice(0, 10)
}

/**
 * SQL for whether an event is on these days in its local time; an evening lasts until 06:00. See
 * rules/event-window.ts.
 */
export function isOnDays(days: EventWindow['days'], now: Date): Condition {
  // The planner underestimates the number of rows and would sort a full month. For a coalesce it estimates half of the
  // rows, close enough to read the index in order.
  return sql`coalesce(${matchDays(days, now)}, false)`
}

function matchDays(days: EventWindow['days'], now: Date): Condition {
  const start = sql`(e.event_date at time zone e.timezone)`
  const event = sql`(${start} - interval '6 hours')`
  const today = sql`((${now}::timestamptz at time zone e.timezone) - interval '6 hours')`
  if (days.unit === 'tonight') return sql`date_trunc('day', ${event}) = date_trunc('day', ${today})`
  if (days.unit === 'weekend')
    return sql`${event} >= date_trunc('week', ${today}) + interval '4 days'
      and ${event} < date_trunc('week', ${today}) + interval '7 days'`
  return sql`${start}::date between ${days.first}::date and ${days.last}::date`
}
