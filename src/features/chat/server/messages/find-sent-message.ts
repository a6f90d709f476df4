import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { ChatMessage } from '../../contract-shapes'
import { selectMessages, toMessage } from '../message-row'
import { toArrayLiteral } from './array-literal'

interface Sent {
  personId: string
  clientId: string
}

/** Returns the sent messages that are already stored, in their current state. */
export async function listSentMessages(
  db: Database | Transaction,
  sendings: readonly Sent[],
): Promise<Array<{ personId: string; message: ChatMessage }>> {
  if (sendings.length === 0) return []
  const people = toArrayLiteral(sendings.map(({ personId }) => personId))
  const clients = toArrayLiteral(sendings.map(({ clientId }) => clientId))
  const rows = await selectMessages(db)
    .where(
      sql<boolean>`(m.user_id, m.client_id) in (
        select person_id, client_id from unnest(${people}::uuid[], ${clients}::uuid[]) sent (person_id, client_id))`,
    )
    .execute()
  return rows.flatMap((row) =>
    row.senderId === null ? [] : [{ personId: row.senderId, message: toMessage(row) }],
  )
}

/** Returns a message that is already stored; undefined if no message has this `clientId`. */
export async function findSentMessage(db: Database, sent: Sent): Promise<ChatMessage | undefined> {
  const [found] = await listSentMessages(db, [sent])
  return found?.message
}
