import { type RawBuilder, sql } from 'kysely'
import type { SentChanges } from '../contract-desk-shapes'

/**
 * The fields of an event that its organizer edits and that are a column each. A field that is listed here is read, saved and
 * duplicated; visitors read it if `eventDetail` of the contract has a field of this name.
 */
const COLUMNS = {
  title: 'title',
  description: 'description',
  eventType: 'event_type',
  timezone: 'timezone',
  venueName: 'venue_name',
  location: 'location',
  venueAddress: 'venue_address',
  capacity: 'capacity',
  ageRestriction: 'age_restriction',
  isPublic: 'is_public',
  doorPriceCents: 'ticket_price_cents',
  requiresCaptcha: 'requires_captcha',
} as const satisfies Partial<Record<keyof SentChanges, string>>

export type EventField = keyof typeof COLUMNS
type Columns = typeof COLUMNS

// Object.keys forgets the names.
export const eventFields = Object.keys(COLUMNS) as EventField[]
export const eventColumns: readonly string[] = Object.values(COLUMNS)

/** Selects columns of `e`, named as their fields. */
export function selectFields(fields: readonly EventField[]): RawBuilder<unknown> {
  return sql.join(fields.map((field) => sql`${sql.ref(`e.${COLUMNS[field]}`)} as ${sql.id(field)}`))
}

/** Returns the fields of a row. */
export function toFields<Row extends Record<Columns[EventField], unknown>>(row: Row) {
  return Object.fromEntries(eventFields.map((field) => [field, row[COLUMNS[field]]])) as {
    [Field in EventField]: Row[Columns[Field]]
  }
}

/** Returns the columns of changed fields; the others are undefined. */
export function toColumns(changes: SentChanges) {
  return Object.fromEntries(eventFields.map((field) => [COLUMNS[field], changes[field]])) as {
    [Field in EventField as Columns[Field]]: SentChanges[Field]
  }
}
