import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { findOwnEvent } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { Guest } from '../../contract-attendees'
import { MAX_GUESTS, type ParsedGuest } from '../../rules/parse-guest-lines'
import type { Context } from '../context'
import { refreshManagers } from './notify-managers'

interface Row extends Omit<Guest, 'arrivedAt'> {
  arrivedAt: Date | null
}

const columns = sql`g.id, g.name, g.plus_ones as "plusOnes", g.guest_of as "guestOf", g.arrived, g.arrived_at as "arrivedAt"`
const toGuest = ({ arrivedAt, ...row }: Row): Guest => ({
  ...row,
  arrivedAt: arrivedAt?.toISOString() ?? null,
})

/** Returns the full guest list by name; undefined when the caller may not see it. */
export async function listGuests(
  context: Pick<Context, 'caller' | 'db'>,
  { eventId }: { eventId: string },
): Promise<Guest[] | undefined> {
  const { db } = context
  const own = await findOwnEvent(db, signedIn(context), { id: eventId, act: 'guests' })
  return own && readGuests(db, own.id)
}

export async function readGuests(db: Database, eventId: string): Promise<Guest[]> {
  const { rows } = await sql<Row>`
    select ${columns} from guests g where g.event_id = ${eventId} order by lower(g.name), g.id`.execute(db)
  return rows.map(toGuest)
}

export type NewGuest = ParsedGuest & { id: string }
type Added =
  | { outcome: 'added'; added: number }
  | { outcome: 'not_found' }
  | { outcome: 'full'; room: number }
  | { outcome: 'taken' }

/** Thrown to roll back the transaction, so that the other guests are not added either. */
class Taken extends Error {
  override name = 'Taken'
}

/**
 * Adds all guests or none; guests already on this list (by id) stay unchanged. Returns `taken` for an id of another
 * event's list.
 */
export async function addGuests(
  context: Context,
  { eventId, guests }: { eventId: string; guests: readonly NewGuest[] },
): Promise<Added> {
  const { db, live, checkIns } = context
  const caller = signedIn(context)
  const adding = db.transaction().execute(async (trx): Promise<Added> => {
    // The lock keeps concurrent requests from using the same free space.
    const own = await findOwnEvent(trx, caller, { id: eventId, act: 'guests', lock: true })
    if (!own) return { outcome: 'not_found' }
    const ids = guests.map(({ id }) => id)
    const { rows } = await sql<{ others: number }>`
      select count(*) as others from guests where event_id = ${own.id} and id <> all (${ids}::uuid[])`.execute(
      trx,
    )
    const room = Math.max(0, MAX_GUESTS - (rows[0]?.others ?? 0))
    if (new Set(ids).size > room) return { outcome: 'full', room }
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
    if (inserted.length < new Set(ids).size && (await isElsewhere(trx, own.id, ids))) throw new Taken()
    return { outcome: 'added', added: inserted.length }
  })
  const result = await adding.catch((error: unknown): Added => {
    if (error instanceof Taken) return { outcome: 'taken' }
    throw error
  })
  if (result.outcome === 'added' && result.added > 0) {
    checkIns.notify(eventId)
    await refreshManagers(db, live, eventId)
  }
  return result
}

async function isElsewhere(trx: Transaction, eventId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from guests where id = any (${ids}::uuid[]) and event_id <> ${eventId} limit 1`.execute(trx)
  return rows.length > 0
}

type Refused = { outcome: 'not_found' } | { outcome: 'already_in'; arrived: number }
type Held = { guest: Guest; eventId: string }

/** Returns a guest, locked against check-in; undefined when the list is not the caller's. */
async function lockGuest(context: Context, trx: Transaction, id: string): Promise<Held | undefined> {
  if (!isId(id)) return undefined
  const found = await trx.selectFrom('guests').select('event_id').where('id', '=', id).executeTakeFirst()
  const own = found && (await findOwnEvent(trx, signedIn(context), { id: found.event_id, act: 'guests' }))
  if (!own) return undefined
  const { rows } = await sql<Row>`
    select ${columns} from guests g where g.id = ${id}::uuid for no key update`.execute(trx)
  return rows[0] && { guest: toGuest(rows[0]), eventId: own.id }
}

async function changeGuest<Done>(
  context: Context,
  id: string,
  change: (trx: Transaction, held: Held) => Promise<Done | Refused>,
): Promise<Done | Refused> {
  const { db, live, checkIns } = context
  const { result, eventId } = await db.transaction().execute(async (trx) => {
    const held = await lockGuest(context, trx, id)
    if (!held) return { result: { outcome: 'not_found' } as const, eventId: undefined }
    return { result: await change(trx, held), eventId: held.eventId }
  })
  if (eventId !== undefined) {
    checkIns.notify(eventId)
    await refreshManagers(db, live, eventId)
  }
  return result
}

/** Updates a guest; refuses fewer people than are checked in. */
export function saveGuest(
  context: Context,
  { id, ...changes }: { id: string } & { [Key in keyof ParsedGuest]?: ParsedGuest[Key] | undefined },
): Promise<{ outcome: 'saved'; guest: Guest } | Refused> {
  return changeGuest(context, id, async (trx, { guest }) => {
    const name = changes.name ?? guest.name
    const plusOnes = changes.plusOnes ?? guest.plusOnes
    const guestOf = changes.guestOf ?? guest.guestOf
    if (1 + plusOnes < guest.arrived) return { outcome: 'already_in', arrived: guest.arrived }
    await trx
      .updateTable('guests')
      .set({ name, plus_ones: plusOnes, guest_of: guestOf })
      .where('id', '=', id)
      .execute()
    return { outcome: 'saved', guest: { ...guest, name, plusOnes, guestOf } }
  })
}

export function removeGuest(
  context: Context,
  { id }: { id: string },
): Promise<{ outcome: 'removed' } | Refused> {
  return changeGuest(context, id, async (trx, { guest }) => {
    if (guest.arrived > 0) return { outcome: 'already_in', arrived: guest.arrived }
    await trx.deleteFrom('guests').where('id', '=', id).execute()
    return { outcome: 'removed' }
  })
}
