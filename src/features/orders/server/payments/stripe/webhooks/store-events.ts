import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { ProviderEvent } from './provider-event'

/** Stores reports that are new; returns how many. */
export async function storeEvents(db: Database, given: readonly ProviderEvent[]): Promise<number> {
  if (given.length === 0) return 0
  // Stores the reports in the order of their ids, so that two processes with the same reports never deadlock.
  const events = given.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { numAffectedRows = 0n } = await sql`
    insert into payment_events (id, kind, object_id, payment_id)
    select * from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ objectId }) => objectId)}::text[], ${events.map(({ paymentId }) => paymentId)}::text[])
    on conflict (id) do nothing
  `.execute(db)
  return Number(numAffectedRows)
}
