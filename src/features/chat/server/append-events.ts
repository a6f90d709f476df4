import type { Transaction } from '~/database/connect'
import type { ChatMessage } from '../contract-shapes'
import type { Tick } from './clock'

/** What happened. What it is now is read from the tables. */
export type ChatEvent =
  | { seq: number; kind: 'message' | 'changed' | 'deleted'; roomId: string; messageId: string }
  /** Its name, description, state or ways in changed. */
  | { seq: number; kind: 'room'; roomId: string }
  /** This person joined, left, was taken out, banned, muted, or has another role. */
  | { seq: number; kind: 'member'; roomId: string; userId: string }

/** With the message as everybody may read it, where it is at hand: it then need not be read again to be told. */
export type AnnouncedEvent = ChatEvent & { message?: ChatMessage }

/** After the commit: everybody who follows hears what happened under these numbers, in order. Never throws. */
export type Announce = (tick: Tick, events: readonly AnnouncedEvent[]) => void

/** Writes down what happened, under numbers of `takeTick` in the same transaction. */
export async function appendEvents(trx: Transaction, events: readonly ChatEvent[]): Promise<void> {
  if (events.length === 0) return
  await trx
    .insertInto('chat_events')
    .values(
      events.map((event) => ({
        seq: event.seq,
        room_id: event.roomId,
        kind: event.kind,
        message_id: 'messageId' in event ? event.messageId : null,
        user_id: 'userId' in event ? event.userId : null,
      })),
    )
    .execute()
}
