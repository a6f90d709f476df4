import type { Transaction } from '~/database/connect'

/**
 * Until when somebody is kept quiet there, or everywhere: also in what is written elsewhere than in messages, such as the
 * name of a room, which everybody reads in their list. Undefined when they may write.
 */
export async function findMute(
  trx: Transaction,
  now: Date,
  { personId, roomId }: { personId: string; roomId: string | null },
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('chat_mutes')
    .where('user_id', '=', personId)
    .where((eb) => {
      const isEverywhere = eb('room_id', 'is', null)
      return roomId === null ? isEverywhere : eb.or([isEverywhere, eb('room_id', '=', roomId)])
    })
    .where('lifted_at', 'is', null)
    .where('until', '>', now)
    .select('until')
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.until
}
