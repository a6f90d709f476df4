import type { Database, Transaction } from '~/database/connect'
import { newId } from '~/lib/ids'
import type { ChatMessage } from '../../contract-shapes'
import { findWriteRestriction } from '../../rules/room-policy'
import { isSlowed, getWaitSeconds } from '../../rules/sending-pace'
import type { Announce, AnnouncedEvent } from '../append-events'
import { runUnderClock } from '../clock'
import { readSent } from './find-sent'
import { insertMessages, type NewMessage } from './insert-messages'
import type { Sending, SendOutcome } from './sending'
import { readWriters, type Writer } from './writers'

/**
 * Stores messages in the given order within each room (room after room) and announces them after the commit. Returns
 * one outcome per message. Throws if the database refuses them as a whole; nothing is stored then.
 */
export async function storeMessages(
  { db, announce }: { db: Database; announce: Announce },
  sendings: readonly Sending[],
): Promise<SendOutcome[]> {
  // A duplicate in one batch is stored once and answered twice. Messages of one room are adjacent, so that each reader
  // receives one write.
  const firsts = new Map<string, Sending>()
  for (const sending of sendings) if (!firsts.has(toKey(sending))) firsts.set(toKey(sending), sending)
  const ordered = [...Map.groupBy(firsts.values(), ({ roomId }) => roomId).values()].flat()

  const done = await runUnderClock(db, ordered.length, async (trx, tick) => {
    const stored = await storeUnderClock(trx, tick.first, ordered)
    return { ...stored, tick, isWritten: stored.events.length > 0 }
  })
  if (done.isWritten) announce(done.tick, done.events)
  return sendings.map((sending) => {
    const outcome = done.outcomes.get(toKey(sending))
    if (!outcome) throw new Error('A message got no answer')
    const first = outcome.kind === 'stored' ? outcome.message : firsts.get(toKey(sending))
    return first?.roomId === sending.roomId ? outcome : { kind: 'elsewhere' }
  })
}

const toKey = ({ personId, clientId }: Sending): string => personId + clientId

async function storeUnderClock(
  trx: Transaction,
  firstSeq: number,
  sendings: readonly Sending[],
): Promise<{ outcomes: Map<string, SendOutcome>; events: AnnouncedEvent[] }> {
  const outcomes = new Map<string, SendOutcome>()
  const addStoredOutcomes = async (candidates: readonly Sending[]): Promise<void> => {
    for (const { personId, message } of await readSent(trx, candidates))
      outcomes.set(`${personId}${message.clientId}`, { kind: 'stored', message, isNew: false })
  }

  const writers = await readWriters(trx, sendings)
  // Nearly every message is allowed, and the unique index detects duplicates on insert. The others are looked up first:
  // a message stored earlier must be returned, not refused because of a later mute or slow mode.
  await addStoredOutcomes(sendings.filter((sending, index) => needsLookup(sending, writers[index])))

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
    const stored = toStored(message)
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

function needsLookup(sending: Sending, writer: Writer | undefined): boolean {
  return (
    !writer ||
    findWriteRestriction(writer) !== null ||
    isSlowed({ ...writer, isModerator: sending.isModerator })
  )
}

/** `lastSentAt`: within this batch. */
function findSendError(
  { isModerator }: Sending,
  writer: Writer | undefined,
  lastSentAt: Date | undefined,
): SendOutcome | null {
  if (!writer) return { kind: 'not_found' }
  const restriction = findWriteRestriction(writer)
  if (restriction) return restriction
  const pace = { ...writer, isModerator, lastSentAt: lastSentAt ?? writer.lastSentAt }
  const retryAfterSeconds = getWaitSeconds(pace, writer.at)
  return retryAfterSeconds > 0 ? { kind: 'slow_mode', retryAfterSeconds } : null
}

function toStored({ id, roomId, seq, at, personId, writer, content, clientId }: NewMessage): ChatMessage {
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
