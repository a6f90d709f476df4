import { type RawBuilder, sql } from 'kysely'
import type { TimeCursor } from '~/lib/time-cursor'
import type { EventWindow } from '../rules/event-window'

type Condition = RawBuilder<boolean>

// Words in the statement, not parameters: only so does the planner see that the partial indexes apply.
export const isPublic: Condition = sql`e.is_public and e.event_status = 'published'`

/** The stretch of the list's order (date, then id) to read: what an index can jump to. */
export function inRange(
  range: { from: Date; before: Date | undefined },
  after: TimeCursor | undefined,
): Condition {
  const conditions: Condition[] = [isPublic, sql`e.event_date >= ${range.from}::timestamptz`]
  if (range.before) conditions.push(sql`e.event_date < ${range.before}::timestamptz`)
  if (after) {
    // A whole number below 2^53 times a microsecond: exact.
    const time = sql`timestamptz 'epoch' + ${after.micros}::float8 * interval '1 microsecond'`
    conditions.push(sql`(e.event_date, e.id) > (${time}, ${after.id}::uuid)`)
  }
  return sql.join(conditions, sql` and `)
}

/** Whether the event's own clock agrees; a night counts from six to six. See rules/event-window.ts. */
export function onDays(days: EventWindow['days'], now: Date): Condition {
  // The planner has no idea how many rows this keeps, guesses hardly any, and would then sort a whole month. For a
  // coalesce it guesses every other row, which is near enough to keep reading the index in order.
  return sql`coalesce(${agrees(days, now)}, false)`
}

function agrees(days: EventWindow['days'], now: Date): Condition {
  const start = sql`(e.event_date at time zone e.timezone)`
  const night = sql`(${start} - interval '6 hours')`
  const thisNight = sql`((${now}::timestamptz at time zone e.timezone) - interval '6 hours')`
  if (days.unit === 'tonight') return sql`date_trunc('day', ${night}) = date_trunc('day', ${thisNight})`
  if (days.unit === 'weekend')
    return sql`${night} >= date_trunc('week', ${thisNight}) + interval '4 days'
      and ${night} < date_trunc('week', ${thisNight}) + interval '7 days'`
  return sql`${start}::date between ${days.first}::date and ${days.last}::date`
}
