import type { Database } from '~/database/connect'
import type { Told } from './client'

/** Lists the stored messages of a room in their order, to compare with those that its readers got. */
export function listMessages(db: Database, roomId: string): Promise<Told[]> {
  return db
    .selectFrom('chat_messages')
    .select(['id', 'seq', 'client_id as clientId'])
    .where('room_id', '=', roomId)
    .orderBy('seq')
    .execute()
}
