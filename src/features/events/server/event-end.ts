import { type RawBuilder, sql } from 'kysely'
import { MAX_EVENT_HOURS } from '../rules/event-end'

/** `getEventEnd` of rules/event-end in SQL; `events` is the table alias. */
export const getEventEndSql = (events: string): RawBuilder<Date> => sql`
  coalesce(${sql.ref(`${events}.ends_at`)}, ${sql.ref(`${events}.event_date`)} + ${sql.lit(`${MAX_EVENT_HOURS} hours`)}::interval)`
