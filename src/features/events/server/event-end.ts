import { type RawBuilder, sql } from 'kysely'
import { LONGEST_EVENT_HOURS } from '../rules/event-end'

/** `eventEnd` of rules/event-end in SQL; `events` is the table alias. */
export const eventEndIn = (events: string): RawBuilder<Date> => sql`
  coalesce(${sql.ref(`${events}.ends_at`)}, ${sql.ref(`${events}.event_date`)} + ${sql.lit(`${LONGEST_EVENT_HOURS} hours`)}::interval)`
