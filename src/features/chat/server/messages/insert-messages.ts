import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { listOfIds } from './list-of-ids'
import type { Sending } from './sending'
import type { Writer } from './writers'

export interface NewMessage extends Sending {
  id: string
  seq: number
  at: Date
  writer: Writer
}

/**
 * Stores messages and their events, and moves each sender's read position and last sending time, in one statement whose
 * text is the same for any batch size. Returns the numbers of newly stored messages; the others were stored earlier
 * under another number.
 */
export async function insertMessages(
  trx: Transaction,
  messages: readonly NewMessage[],
): Promise<ReadonlySet<number>> {
  const [first] = messages
  if (!first) return new Set()
  const toIdList = (column: 'id' | 'roomId' | 'personId' | 'clientId' | 'seq') =>
    listOfIds(messages.map((message) => message[column]))
  const { rows } = await sql<{ seq: number }>`
    with stored as (
      insert into chat_messages (id, room_id, user_id, client_id, seq, content, created_at)
      select sent.*, ${first.at}::timestamptz
      from unnest(${toIdList('id')}::uuid[], ${toIdList('roomId')}::uuid[], ${toIdList('personId')}::uuid[], ${toIdList('clientId')}::uuid[],
        ${toIdList('seq')}::bigint[], ${messages.map(({ content }) => content)}::text[]) sent
      on conflict (user_id, client_id) where client_id is not null do nothing
      returning id, room_id, user_id, seq
    ), told as (
      insert into chat_events (seq, room_id, kind, message_id) select seq, room_id, 'message', id from stored
    ), moved as (
      update chat_room_members m
      set last_read_seq = greatest(m.last_read_seq, latest.seq), last_sent_at = ${first.at}::timestamptz
      from (select room_id, user_id, max(seq) as seq from stored group by 1, 2) latest
      where m.room_id = latest.room_id and m.user_id = latest.user_id
    )
    select seq from stored`.execute(trx)
  return new Set(rows.map(({ seq }) => seq))
}
