import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { moveItem } from '../../rules/ticket-types'

/** Returns the ids of an event's ticket types in the order in which they are listed. The caller holds the event's lock. */
export async function listTypeIds(trx: Transaction, eventId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Moves a type and saves the positions that changed; other rows stay unlocked, because buyers wait for them. */
export async function moveTicketType(
  trx: Transaction,
  ids: readonly string[],
  { id, to }: { id: string; to: number },
): Promise<void> {
  const order = moveItem(ids, ids.indexOf(id), to)
  // Locks the rows by id first (LOCKING.md), because an UPDATE of several rows locks them in no fixed order.
  await sql`select from ticket_types where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    trx,
  )
  await sql`
    update ticket_types t set sort_order = x.place
    from (select id, (place - 1)::smallint as place from unnest(${order}::uuid[]) with ordinality as u(id, place)) x
    where t.id = x.id and t.sort_order <> x.place`.execute(trx)
}
