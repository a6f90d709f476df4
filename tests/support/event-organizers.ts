import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from './refusal'
import { insertCallers, insertSale } from './shop'

export type Team = Record<'organizer' | 'manager' | 'host' | 'checkIn' | 'stranger', Caller>

const member = (caller: Caller): Caller => ({ ...caller, roles: ['customer', 'user'] })

/** Creates an event with its people, and returns the ids of its ticket types in order. */
export async function insertEventWithTeam(
  db: Database,
  types: Parameters<typeof insertSale>[1],
  event: Parameters<typeof insertSale>[2] = {},
): Promise<{ eventId: string; types: string[]; team: Team }> {
  const [organizer, manager, host, checkIn, stranger] = (await insertCallers(db, 5)).map(member)
  if (!organizer || !manager || !host || !checkIn || !stranger) throw new Error('Nobody was inserted')
  const sale = await insertSale(db, types, event)
  await sql`update events set organizer_id = ${organizer.id}, dj_id = ${host.id}, capacity = 600 where id = ${sale.eventId}`.execute(
    db,
  )
  await sql`insert into event_people (event_id, person_id, relation)
    values (${sale.eventId}, ${manager.id}, 'manager'), (${sale.eventId}, ${checkIn.id}, 'check_in')`.execute(
    db,
  )
  return { ...sale, team: { organizer, manager, host, checkIn, stranger } }
}

/** Returns the server's error message for each field. */
export async function faultsOf(answer: Promise<unknown>): Promise<Record<string, string>> {
  const error = await refusalOf(answer)
  const { data } = error
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields))
    throw error
  const fields: { path: string; message: string }[] = data.fields
  return Object.fromEntries(fields.map(({ path, message }) => [path, message]))
}
