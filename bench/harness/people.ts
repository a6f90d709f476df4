import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import type { Opening } from './readers'
import { type Buyer, insertBuyers } from './sale'

export type Member = Buyer & { roomId: string }

/** Creates public rooms, each with its own signed-in members, and returns the members in room order. */
export async function insertRooms(
  db: Database,
  { rooms, members }: { rooms: number; members: number },
): Promise<Member[]> {
  const roomIds = Array.from({ length: rooms }, () => newId())
  await db
    .insertInto('chat_rooms')
    .values(roomIds.map((id) => ({ id, name: 'Deep end', room_type: 'public' })))
    .execute()
  const buyers = rooms * members === 0 ? [] : await insertBuyers(db, rooms * members)
  const people = buyers.map((buyer, index) => ({
    ...buyer,
    roomId: roomIds[Math.floor(index / members)] ?? '',
  }))
  await sql`insert into chat_room_members (room_id, user_id)
    select * from unnest(${people.map(({ roomId }) => roomId)}::uuid[], ${people.map(({ caller }) => caller.id)}::uuid[])`.execute(
    db,
  )
  return people
}

/** Opens the event stream of a tab. It counts as open once the server has sent its position. */
export function streamOpening({ cookie }: Buyer): Opening {
  return {
    ask: `GET /api/live HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
    until: 'event: at\n',
  }
}
