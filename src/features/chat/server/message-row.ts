import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { ChatMessage } from '../contract-shapes'

/**
 * Selects messages with their senders; every read of messages uses this query. `m` is the message, `p` the sender's
 * profile (its columns are null if the account was deleted).
 */
export function selectMessages(db: Database | Transaction) {
  return db
    .selectFrom('chat_messages as m')
    .leftJoin('profiles as p', 'p.id', 'm.user_id')
    .select([
      'm.id',
      'm.room_id as roomId',
      'm.seq',
      'm.content',
      'm.created_at as createdAt',
      'm.is_edited as isEdited',
      'm.client_id as clientId',
      'p.id as senderId',
      'p.display_name as senderName',
      'p.avatar_url as senderAvatarUrl',
    ])
    .select(sql<boolean>`m.hidden_at is not null`.as('isHidden'))
}

export interface MessageRow {
  id: string
  roomId: string
  seq: number
  content: string
  createdAt: Date
  isEdited: boolean
  clientId: string | null
  senderId: string | null
  senderName: string | null
  senderAvatarUrl: string | null
  isHidden: boolean
}

/** Returns the message as every reader may see it: without its text while hidden. */
export function toMessage(row: MessageRow): ChatMessage {
  const { senderId, senderName, senderAvatarUrl, createdAt, content, ...message } = row
  return {
    ...message,
    sender: senderId === null ? null : { id: senderId, name: senderName ?? '', avatarUrl: senderAvatarUrl },
    content: row.isHidden ? null : content,
    createdAt: createdAt.toISOString(),
  }
}
