import type { Transaction } from '~/database/connect'
import type { ChatMessage } from '../contract-shapes'
import type { EventNumbers } from './event-numbers'

/**
 * A chat event: what changed, without its content. The current message, room or member is read from its own table.
 */
export type ChatEvent =
  | { seq: number; kind: 'message' | 'changed' | 'deleted'; roomId: string; messageId: string }
  /** The room's name, description, state or join setting changed. */
  | { seq: number; kind: 'room'; roomId: string }
  /** This person joined, left, was removed, banned or muted, or got another role. */
  | { seq: number; kind: 'member'; roomId: string; userId: string }

/** `message`, if present, is the message as every reader may see it. It spares a query before delivery. */
export type AnnouncedEvent = ChatEvent & { message?: ChatMessage }

/** Called after the commit: delivers the events to all followers, in order. Never throws. */
export type Announce = (numbers: EventNumbers, events: readonly AnnouncedEvent[]) => void

/** Stores the events in the transaction that took their numbers with `takeEventNumbers`. */
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
