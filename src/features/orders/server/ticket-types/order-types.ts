import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { moved } from '../../rules/ticket-types'

/** The ids of an event's types as they are sold. The caller holds the event. */
export async function orderedTypes(trx: Transaction, eventId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Writes the places of all, with one of them moved. Only those that changed are touched: these are the rows that buyers wait for. */
export async function putAt(
  trx: Transaction,
  ids: readonly string[],
  { id, to }: { id: string; to: number },
): Promise<void> {
  const order = moved(ids, ids.indexOf(id), to)
  // An UPDATE of several rows locks them in any order, so they are locked in that of their ids first (LOCKING.md).
  await sql`select from ticket_types where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    trx,
  )
  await sql`
    update ticket_types t set sort_order = x.place
    from (select id, (place - 1)::smallint as place from unnest(${order}::uuid[]) with ordinality as u(id, place)) x
    where t.id = x.id and t.sort_order <> x.place`.execute(trx)
}
