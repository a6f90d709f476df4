import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isId, newId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import { toDirectKey } from '../../rules/direct-key'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { addMember } from '../members/add-member'
import { selectReadableRooms } from '../visible-rooms'

/**
 * Opens the direct conversation of two people. Creating it requires a connection. An existing one always opens, even
 * if it can't be written in any longer.
 */
export async function openDirectRoom(context: ChatContext, otherId: string): Promise<{ id: string }> {
  const personId = requireCaller(context).id
  if (!isId(otherId) || otherId === personId) throw refuse('NOT_FOUND')
  await context.limits.consume('chat_manage', personId, MANAGING)
  const key = toDirectKey(personId, otherId)
  const there = await findDirectRoom(context.db, personId, key)
  if (there !== undefined) return { id: there }
  return runChatChange(context, 3, async (trx, numbers) => {
    // The other person may have opened the conversation in the meantime, which creates its room.
    const roomId = await findDirectRoom(trx, personId, key)
    if (roomId !== undefined) return { result: { id: roomId } }
    await checkConnection(trx, personId, otherId)
    const room = await insertDirectRoom(trx, { key, personId })
    for (const id of [personId, otherId])
      await addMember(trx, { roomId: room, personId: id, readTo: numbers.last })
    return {
      result: { id: room },
      events: [
        { kind: 'room', roomId: room },
        { kind: 'member', roomId: room, userId: personId },
        { kind: 'member', roomId: room, userId: otherId },
      ],
      notified: [personId],
    }
  })
}

async function findDirectRoom(
  db: Database | Transaction,
  personId: string,
  key: string,
): Promise<string | undefined> {
  const row = await selectReadableRooms(db, personId)
    .where('r.direct_key', '=', key)
    .select('r.id')
    .executeTakeFirst()
  return row?.id
}

/** Refuses people who aren't connected. NOT_FOUND if one person blocks the other, or if the profile is hidden. */
async function checkConnection(trx: Transaction, personId: string, otherId: string): Promise<void> {
  const { rows } = await sql<{ is_connected: boolean; is_public: boolean }>`
    select are_connected(${personId}::uuid, p.id) as is_connected, p.is_public
    from profiles p
    where p.id = ${otherId}::uuid and not is_blocked_between(${personId}::uuid, p.id)
      -- A conversation with a ban is not reopened.
      and not exists (select from chat_rooms r where r.direct_key = ${toDirectKey(personId, otherId)})`.execute(
    trx,
  )
  const [person] = rows
  if (person?.is_connected) return
  throw refuse(person?.is_public ? 'NOT_CONNECTED' : 'NOT_FOUND')
}

async function insertDirectRoom(
  trx: Transaction,
  { key, personId }: { key: string; personId: string },
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('chat_rooms')
    .values({
      id,
      // Placeholder: each reader sees the other person's name instead.
      name: 'Conversation',
      room_type: 'private',
      join_by: 'invitation',
      direct_key: key,
      created_by: personId,
    })
    .execute()
  return id
}
