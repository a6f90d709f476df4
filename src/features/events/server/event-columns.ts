import { type RawBuilder, sql } from 'kysely'
import type { SentChanges } from '../contract-dashboard-shapes'

/**
 * Editable fields that are one column each. A field listed here is read, saved, duplicated and exported; visitors see it if
 * `eventDetail` of the contract has a field of this name.
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
  currency: 'currency',
  taxMode: 'tax_mode',
  taxPpm: 'tax_ppm',
  doorPriceCents: 'ticket_price_cents',
  requiresCaptcha: 'requires_captcha',
} as const satisfies Partial<Record<keyof SentChanges, string>>

export type EventField = keyof typeof COLUMNS
type Columns = typeof COLUMNS

// Object.keys loses the key types.
export const eventFields = Object.keys(COLUMNS) as EventField[]
export const eventColumns: readonly string[] = Object.values(COLUMNS)

/** Selects columns of `e`, aliased to their field names. */
export function selectEventFields(fields: readonly EventField[]): RawBuilder<unknown> {
  return sql.join(fields.map((field) => sql`${sql.ref(`e.${COLUMNS[field]}`)} as ${sql.id(field)}`))
}

export function toEventFields<Row extends Record<Columns[EventField], unknown>>(row: Row) {
  return Object.fromEntries(eventFields.map((field) => [field, row[COLUMNS[field]]])) as {
    [Field in EventField]: Row[Columns[Field]]
  }
}

/** Returns the columns of changed fields; the others are undefined. */
export function toEventColumns(changes: SentChanges) {
  return Object.fromEntries(eventFields.map((field) => [COLUMNS[field], changes[field]])) as {
    [Field in EventField as Columns[Field]]: SentChanges[Field]
  }
}

/** Selects the currency of an event, ISO 4217. Its sales, payments and payouts are in it. */
export const selectCurrency = (eventId: string): RawBuilder<string> =>
  sql<string>`(select e.currency from events e where e.id = ${eventId}::uuid)`
