import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Sample } from './find-sample'

/**
 * Rooms of the demo, and what its people wrote elsewhere. A room in which somebody wrote who exists stays, with their words
 * alone. Answers whose screens show it: the members of all rooms from which something goes.
 */
export async function removeTalk(trx: Transaction, { people, madeUp, rooms }: Sample): Promise<string[]> {
  const { rows: touched } = await sql<{ id: string }>`
    select distinct m.user_id as id from chat_room_members m
    where m.user_id <> all(${people}::uuid[]) and (m.room_id = any(${rooms}::uuid[]) or exists (
      select from chat_room_members other where other.room_id = m.room_id and other.user_id = any(${people}::uuid[])))`.execute(
    trx,
  )
  const inSampleRooms = sql`select id from chat_rooms where is_sample`
  // Nobody's words in a room of the demo are the demo's own: of somebody who had left.
  const gone = sql`(user_id = any(${people}::uuid[])
    or room_id in (${inSampleRooms}) and (user_id is null or user_id = any(${madeUp}::uuid[])))`
  for (const statement of [
    sql`delete from moderation_cases where person_id = any(${people}::uuid[]) or room_id = any(${rooms}::uuid[])
      or message_id in (select id from chat_messages where ${gone})`,
    // What only people who do not exist have complained about, and nobody has decided.
    sql`delete from moderation_cases c where decided_at is null
      and exists (select from moderation_reports r where r.case_id = c.id)
      and not exists (select from moderation_reports r where r.case_id = c.id
        and (r.reporter_id is null or r.reporter_id <> all(${people}::uuid[])))`,
    sql`delete from moderation_reports where reporter_id = any(${people}::uuid[])`,
    sql`delete from notifications where subject_id = any(${rooms}::uuid[])`,
    sql`delete from chat_rooms where id = any(${rooms}::uuid[])`,
    sql`delete from chat_messages where ${gone}`,
    // Their admins are handed over by chat itself; with nobody else left who does not exist, the next one does.
    sql`delete from chat_room_members where user_id = any(${people}::uuid[]) and role <> 'admin'`,
    sql`update chat_rooms set is_sample = false where is_sample`,
  ])
    await statement.execute(trx)
  return touched.map(({ id }) => id)
}
