import { type RawBuilder, sql } from 'kysely'
import { LONGEST_NIGHT_HOURS } from '../rules/night-end'

/** `nightEnd` of rules/night-end in SQL; `events` is what the statement calls that table. */
export const nightEndIn = (events: string): RawBuilder<Date> => sql`
  coalesce(${sql.ref(`${events}.ends_at`)}, ${sql.ref(`${events}.event_date`)} + ${sql.lit(`${LONGEST_NIGHT_HOURS} hours`)}::interval)`
