import type { Database, Transaction } from '~/database/connect'
import { createMicroBatch, type MicroBatch } from '~/lib/micro-batch'
import type { Announce, AnnouncedEvent } from '../append-events'
import type { Sending, SendOutcome } from './sending'
import { newId } from '~/lib/ids'
import type { ChatMessage } from '../../contract-shapes'
import { findWriteRestriction } from '../../rules/room-policy'
import { hasSlowMode, getWaitSeconds } from '../../rules/sending-pace'
import { runWithEventNumbers } from '../event-numbers'
import { listSentMessages } from './find-sent-message'
import { listRoomWriters, type RoomWriter } from './list-room-writers'
import { sql } from 'kysely'
import { toArrayLiteral } from './array-literal'

interface NewMessage extends Sending {
  id: string
  seq: number
  at: Date
  writer: RoomWriter
}

const toKey = ({ personId, clientId }: Sending): string => personId + clientId

// The most messages in one batch. A larger batch would only add latency, because the cost per message no longer falls
// above 256.
const MAX_PER_BATCH = 256

/**
 * Stores messages in batches. Messages sent while a batch is running join the next one, in arrival order, so that
 * many messages need only one lock on `chat_clock` and reach their readers together.
 */
export type MessageBatch = MicroBatch<Sending, SendOutcome>

export function createMessageBatch({ db, announce }: { db: Database; announce: Announce }): MessageBatch {
  return createMicroBatch<Sending, SendOutcome>({
    max: MAX_PER_BATCH,
    run: (sendings) => storeMessages({ db, announce }, sendings),
  })
}

/**
 * Stores messages in the given order within each room (room after room) and announces them after the commit. Returns
 * one outcome per message. Throws if the database refuses them as a whole; nothing is stored then.
 */
async function storeMessages(
  { db, announce }: { db: Database; announce: Announce },
  sendings: readonly Sending[],
): Promise<SendOutcome[]> {
  // If two requests in the batch have the same `clientId`, the message is stored once and both requests get it.
  // Messages of one room are adjacent, so that each reader receives one write.
  const firsts = new Map<string, Sending>()
  for (const sending of sendings) if (!firsts.has(toKey(sending))) firsts.set(toKey(sending), sending)
  const ordered = [...Map.groupBy(firsts.values(), ({ roomId }) => roomId).values()].flat()

  const done = await runWithEventNumbers(db, ordered.length, async (trx, numbers) => {
    const stored = await storeNumberedMessages(trx, numbers.first, ordered)
    return { ...stored, numbers, isWritten: stored.events.length > 0 }
  })
  if (done.isWritten) announce(done.numbers, done.events)
  return sendings.map((sending) => {
    const outcome = done.outcomes.get(toKey(sending))
    if (!outcome) throw new Error('A message got no answer')
    const first = outcome.kind === 'stored' ? outcome.message : firsts.get(toKey(sending))
    return first?.roomId === sending.roomId ? outcome : { kind: 'elsewhere' }
  })
}

async function storeNumberedMessages(
  trx: Transaction,
  firstSeq: number,
  sendings: readonly Sending[],
): Promise<{ outcomes: Map<string, SendOutcome>; events: AnnouncedEvent[] }> {
  const outcomes = new Map<string, SendOutcome>()
  const addStoredOutcomes = async (candidates: readonly Sending[]): Promise<void> => {
    for (const { personId, message } of await listSentMessages(trx, candidates))
      outcomes.set(`${personId}${message.clientId}`, { kind: 'stored', message, isNew: false })
  }

  const writers = await listRoomWriters(trx, sendings)
  // Nearly every message is allowed, and the unique index detects its duplicates on insert. A message that could be
  // refused is looked up first: if it is already stored, it must be returned, not refused for a later mute or slow
  // mode.
  await addStoredOutcomes(sendings.filter((sending, index) => canBeRefused(sending, writers[index])))

  const added: NewMessage[] = []
  const lastSent = new Map<string, Date>()
  sendings.forEach((sending, index) => {
    if (outcomes.has(toKey(sending))) return
    const writer = writers[index]
    const place = sending.personId + sending.roomId
    const error = findSendError(sending, writer, lastSent.get(place))
    if (!writer || error) {
      outcomes.set(toKey(sending), error ?? { kind: 'not_found' })
      return
    }
    lastSent.set(place, writer.at)
    added.push({ ...sending, id: newId(), seq: firstSeq + index, at: writer.at, writer })
  })

  const inserted = await insertMessages(trx, added)
  const events: AnnouncedEvent[] = []
  for (const message of added) {
    if (!inserted.has(message.seq)) continue
    const stored = toChatMessage(message)
    outcomes.set(toKey(message), { kind: 'stored', message: stored, isNew: true })
    events.push({
      seq: message.seq,
      kind: 'message',
      roomId: message.roomId,
      messageId: message.id,
      message: stored,
    })
  }
  await addStoredOutcomes(added.filter(({ seq }) => !inserted.has(seq)))
  return { outcomes, events }
}

function canBeRefused(sending: Sending, writer: RoomWriter | undefined): boolean {
  return (
    !writer ||
    findWriteRestriction(writer) !== null ||
    hasSlowMode({ ...writer, isModerator: sending.isModerator })
  )
}

/**
 * Returns why a message can't be sent, or null. `lastSentAt`: the time of the sender's previous message to this room
 * in the same batch; undefined if there is none.
 */
function findSendError(
  { isModerator }: Sending,
  writer: RoomWriter | undefined,
  lastSentAt: Date | undefined,
): SendOutcome | null {
  if (!writer) return { kind: 'not_found' }
  const restriction = findWriteRestriction(writer)
  if (restriction) return restriction
  const pace = { ...writer, isModerator, lastSentAt: lastSentAt ?? writer.lastSentAt }
  const retryAfterSeconds = getWaitSeconds(pace, writer.at)
  return retryAfterSeconds > 0 ? { kind: 'slow_mode', retryAfterSeconds } : null
}

function toChatMessage({
  id,
  roomId,
  seq,
  at,
  personId,
  writer,
  content,
  clientId,
}: NewMessage): ChatMessage {
  return {
    id,
    roomId,
    seq,
    sender: { id: personId, name: writer.name, avatarUrl: writer.avatarUrl },
    content,
    createdAt: at.toISOString(),
    isEdited: false,
    isHidden: false,
    clientId,
  }
}

/**
 * Stores messages and their events, and moves each sender's read position and last sending time, in one statement
 * whose text is the same for any batch size. Returns the event numbers of the newly stored messages. Messages whose
 * numbers are missing were already stored by an earlier request.
 */
async function insertMessages(
  trx: Transaction,
  messages: readonly NewMessage[],
): Promise<ReadonlySet<number>> {
  const [first] = messages
  if (!first) return new Set()
  const toIdList = (column: 'id' | 'roomId' | 'personId' | 'clientId' | 'seq') =>
    toArrayLiteral(messages.map((message) => message[column]))
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
