import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import { getOwnEvent } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { guest } from '../../contract-attendees'
import { MAX_GUESTS, type ParsedGuest } from '../../rules/parse-guest-lines'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { refreshManagerPages } from './refresh-manager-pages'

export type Guest = z.input<typeof guest>

const columns = sql`g.id, g.name, g.plus_ones as "plusOnes", g.guest_of as "guestOf", g.arrived, g.arrived_at as "arrivedAt"`

/** Returns the full guest list, sorted by name. */
export async function listGuests(
  context: Pick<Context, 'caller' | 'db'>,
  { eventId }: { eventId: string },
): Promise<Guest[]> {
  const { db } = context
  const own = await getOwnEvent(db, requireCaller(context), { id: eventId, act: 'guests' })
  return listGuestRows(db, own.id)
}

export async function listGuestRows(db: Database, eventId: string): Promise<Guest[]> {
  const { rows } = await sql<Guest>`
    select ${columns} from guests g where g.event_id = ${eventId} order by lower(g.name), g.id`.execute(db)
  return rows
}

export type NewGuest = ParsedGuest & { id: string }

/**
 * Adds all guests or none; guests already on this list (by id) stay unchanged. Refuses an id of another event's list.
 * Returns how many were added.
 */
export async function addGuests(
  context: Context,
  { eventId, guests }: { eventId: string; guests: readonly NewGuest[] },
): Promise<number> {
  const { db, live, checkIns } = context
  const caller = requireCaller(context)
  const added = await db.transaction().execute(async (trx) => {
    // The lock on the event keeps concurrent requests from exceeding the maximum length of the list.
    const own = await getOwnEvent(trx, caller, { id: eventId, act: 'guests', lock: true })
    const ids = guests.map(({ id }) => id)
    const { rows } = await sql<{ others: number }>`
      select count(*) as others from guests where event_id = ${own.id} and id <> all (${ids}::uuid[])`.execute(
      trx,
    )
    const room = Math.max(0, MAX_GUESTS - (rows[0]?.others ?? 0))
    if (new Set(ids).size > room) throw refuse('LIST_FULL', { data: { room } })
    const inserted = await trx
      .insertInto('guests')
      .values(
        guests.map(({ id, name, plusOnes, guestOf }) => ({
          id,
          event_id: own.id,
          name,
          plus_ones: plusOnes,
          guest_of: guestOf,
          added_by: caller.id,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute()
    if (inserted.length < new Set(ids).size && (await isAnyOfOtherEvent(trx, own.id, ids)))
      throw refuse('ON_ANOTHER_LIST')
    return inserted.length
  })
  if (added > 0) {
    checkIns.notify(eventId)
    await refreshManagerPages(db, live, eventId)
  }
  return added
}

async function isAnyOfOtherEvent(
  trx: Transaction,
  eventId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from guests where id = any (${ids}::uuid[]) and event_id <> ${eventId} limit 1`.execute(trx)
  return rows.length > 0
}

type Held = { guest: Guest; eventId: string }

/** Returns a guest of one of the caller's lists, and locks the guest against a concurrent check-in. */
async function lockGuest(context: Context, trx: Transaction, id: string): Promise<Held> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const found = await trx.selectFrom('guests').select('event_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw refuse('NOT_FOUND')
  const own = await getOwnEvent(trx, requireCaller(context), { id: found.event_id, act: 'guests' })
  const { rows } = await sql<Guest>`
    select ${columns} from guests g where g.id = ${id}::uuid for no key update`.execute(trx)
  if (!rows[0]) throw refuse('NOT_FOUND')
  return { guest: rows[0], eventId: own.id }
}

async function changeGuest<Done>(
  context: Context,
  id: string,
  change: (trx: Transaction, guest: Guest) => Promise<Done>,
): Promise<Done> {
  const { db, live, checkIns } = context
  const { result, eventId } = await db.transaction().execute(async (trx) => {
    const held = await lockGuest(context, trx, id)
    return { result: await change(trx, held.guest), eventId: held.eventId }
  })
  checkIns.notify(eventId)
  await refreshManagerPages(db, live, eventId)
  return result
}

/** Updates a guest; refuses fewer people than are checked in. */
export function saveGuest(
  context: Context,
  { id, ...changes }: { id: string } & { [Key in keyof ParsedGuest]?: ParsedGuest[Key] | undefined },
): Promise<Guest> {
  return changeGuest(context, id, async (trx, guest) => {
    const name = changes.name ?? guest.name
    const plusOnes = changes.plusOnes ?? guest.plusOnes
    const guestOf = changes.guestOf ?? guest.guestOf
    if (1 + plusOnes < guest.arrived) throw createTooFewError(guest.arrived)
    await trx
      .updateTable('guests')
      .set({ name, plus_ones: plusOnes, guest_of: guestOf })
      .where('id', '=', id)
      .execute()
    return { ...guest, name, plusOnes, guestOf }
  })
}

function createTooFewError(arrived: number): Error {
  const message = `${arrived} of them ${arrived === 1 ? 'is' : 'are'} already checked in, so enter at least +${arrived - 1}.`
  return refuse('ALREADY_IN', { message, data: { arrived } })
}

export function removeGuest(context: Context, { id }: { id: string }): Promise<void> {
  return changeGuest(context, id, async (trx, guest) => {
    if (guest.arrived > 0) throw refuse('ALREADY_IN', { data: { arrived: guest.arrived } })
    await trx.deleteFrom('guests').where('id', '=', id).execute()
  })
}
