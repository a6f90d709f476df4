import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'

export interface Sample {
  /** Sample people who are not admins; their accounts are deleted. */
  people: string[]
  /**
   * All sample people, including those who became admins: admins' accounts aren't deleted, but their messages in
   * sample rooms are.
   */
  madeUp: string[]
  events: string[]
  bookings: string[]
  /** Sample chat rooms to delete: all except those that a real person runs or wrote in. */
  rooms: string[]
}

async function listIds(
  db: Database | Transaction,
  query: ReturnType<typeof sql<{ id: string }>>,
): Promise<string[]> {
  return (await query.execute(db)).rows.map(({ id }) => id)
}

/** Finds the sample data and everything that depends on it, including what sample people did later. */
export async function findSample(db: Database | Transaction): Promise<Sample> {
  const madeUp = await listIds(db, sql`select id from profiles where is_sample order by id`)
  const people = await listIds(
    db,
    sql`select p.id from profiles p where is_sample
      and not exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') order by p.id`,
  )
  const events = await listIds(
    db,
    sql`select id from events where is_sample or organizer_id = any(${people}::uuid[]) order by id`,
  )
  const bookings = await listIds(
    db,
    sql`select id from bookings where client_id = any(${people}::uuid[]) or dj_id = any(${people}::uuid[])
      or event_id = any(${events}::uuid[])
      -- Conversations between a demo admin and people without an account: no participant exists.
      or (client_id = any(${madeUp}::uuid[]) or dj_id = any(${madeUp}::uuid[]))
        and (client_id is null or client_id = any(${madeUp}::uuid[])) and (dj_id is null or dj_id = any(${madeUp}::uuid[]))
      order by id`,
  )
  const rooms = await listIds(
    db,
    sql`select r.id from chat_rooms r
      where (is_sample or created_by = any(${people}::uuid[])
          or direct_key is not null and exists (
            select from chat_room_members m where m.room_id = r.id and m.user_id = any(${people}::uuid[])))
        and (created_by is null or created_by = any(${madeUp}::uuid[]) or direct_key is not null)
        and not exists (
          select from chat_messages m where m.room_id = r.id and m.user_id is not null and m.user_id <> all(${madeUp}::uuid[]))
        and not exists (
          select from chat_room_members m where m.room_id = r.id and m.role = 'admin' and m.user_id <> all(${madeUp}::uuid[]))
      order by r.id`,
  )
  return { people, madeUp, events, bookings, rooms }
}
