import { type RawBuilder, sql } from 'kysely'
import { momentAt } from '~/database/time-walk'
import type { EventWindow } from '../rules/event-window'
import type { DayKey } from '../rules/day-cursor'

type Condition = RawBuilder<boolean>

const DAY = 86_400_000

// Literals, not parameters: the planner must see that the partial indexes apply.
export const isPublic: Condition = sql`e.is_public and e.event_status = 'published'`

/** The order of the list: the day in the event's own city, then the moment. Needs `e`, a row of events. */
export const inOrder = sql`e.local_day, e.event_date, e.id`

/** Days since 1970 of the event's local day, for `DayKey`. */
export const dayNumber = sql`(e.local_day - date '1970-01-01')`

/** Limits the list to a period, and to the rows after a place in it. An index can jump to the first row. */
export function inRange(
  range: { from: Date; before: Date | undefined },
  after: DayKey | undefined,
): Condition {
  // No zone is a day away from UTC: the days bound what the index reads, the moments decide.
  const conditions: Condition[] = [
    isPublic,
    sql`e.local_day >= ${utcDay(range.from, -1)}::date and e.event_date >= ${range.from}::timestamptz`,
  ]
  if (range.before)
    conditions.push(
      sql`e.local_day <= ${utcDay(range.before, 1)}::date and e.event_date < ${range.before}::timestamptz`,
    )
  if (after) conditions.push(sql`(${inOrder}) > ${placeOf(after)}`)
  return sql.join(conditions, sql` and `)
}

/** The row of values that compares with `inOrder`. */
export function placeOf([day, micros, id]: DayKey): RawBuilder<unknown> {
  return sql`(date '1970-01-01' + ${day}::int, ${momentAt(micros)}, ${id}::uuid)`
}

function utcDay(moment: Date, shift: -1 | 1): string {
  return new Date(moment.getTime() + shift * DAY).toISOString().slice(0, 10)
}

/** Checks the local time of the event; an evening lasts until six in the morning. See rules/event-window.ts. */
export function onDays(days: EventWindow['days'], now: Date): Condition {
  // The planner has no idea how many rows this keeps, guesses hardly any, and would then sort a whole month. For a
  // coalesce it guesses every other row, which is near enough to keep reading the index in order.
  return sql`coalesce(${agrees(days, now)}, false)`
}

function agrees(days: EventWindow['days'], now: Date): Condition {
  const start = sql`(e.event_date at time zone e.timezone)`
  const event = sql`(${start} - interval '6 hours')`
  const today = sql`((${now}::timestamptz at time zone e.timezone) - interval '6 hours')`
  if (days.unit === 'tonight') return sql`date_trunc('day', ${event}) = date_trunc('day', ${today})`
  if (days.unit === 'weekend')
    return sql`${event} >= date_trunc('week', ${today}) + interval '4 days'
      and ${event} < date_trunc('week', ${today}) + interval '7 days'`
  return sql`${start}::date between ${days.first}::date and ${days.last}::date`
}
