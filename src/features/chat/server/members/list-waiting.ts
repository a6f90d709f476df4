import type { z } from 'zod'
import { signedIn } from '~/platform/rpc/context'
import type { waitingPerson } from '../../contract-shapes'
import type { ReadContext } from '../context'
import { findManagedRoom } from '../rooms/standing'

const WAITING_LISTED = 100

/** Who asks to be let in, the first who asked first, for the room's admins. Up to 100: they move up as others are answered. */
export async function listWaiting(
  { db, ...context }: ReadContext,
  roomId: string,
): Promise<z.output<typeof waitingPerson>[] | 'not_found' | 'not_allowed'> {
  const room = await findManagedRoom(db, signedIn(context), roomId)
  if (typeof room === 'string') return room
  const rows = await db
    .selectFrom('chat_join_requests as q')
    .innerJoin('profiles as p', 'p.id', 'q.user_id')
    .select(['q.id as request_id', 'q.created_at', 'p.id', 'p.display_name', 'p.avatar_url'])
    .where('q.room_id', '=', roomId)
    .where('q.declined_at', 'is', null)
    .orderBy('q.created_at')
    .orderBy('q.id')
    .limit(WAITING_LISTED)
    .execute()
  return rows.map((row) => ({
    requestId: row.request_id,
    person: { id: row.id, name: row.display_name, avatarUrl: row.avatar_url },
    askedAt: row.created_at.toISOString(),
  }))
}
