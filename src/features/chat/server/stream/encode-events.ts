import type { AnnouncedEvent, ChatEvent } from '../append-events'

/** An event with its bytes, which are serialized once for all readers. */
export type WireEvent = ChatEvent & { bytes: Uint8Array }

export function toWire(event: AnnouncedEvent): WireEvent {
  return { ...event, bytes: Buffer.from(`event: chat\nid: ${event.seq}\ndata: ${encodeData(event)}\n\n`) }
}

function encodeData(event: AnnouncedEvent): string {
  const { kind, seq, roomId } = event
  if (kind === 'message' || kind === 'changed')
    return JSON.stringify({ kind: 'message', seq, isNew: kind === 'message', message: event.message })
  if (kind === 'deleted') return JSON.stringify({ kind, seq, roomId, messageId: event.messageId })
  return JSON.stringify(
    kind === 'member' ? { kind, seq, roomId, userId: event.userId } : { kind, seq, roomId },
  )
}

/** Tells the client that it has received every event up to this number. */
export function encodePosition(seq: number): Uint8Array {
  return Buffer.from(`event: at\nid: ${seq}\ndata: {"seq":${seq}}\n\n`)
}

/**
 * Tells the client to reload everything and continue from this event number, because the events it missed can't be
 * replayed.
 */
export function encodeReset(seq: number): Uint8Array {
  return Buffer.from(`event: reset\nid: ${seq}\ndata: {"seq":${seq}}\n\n`)
}

/** Encodes a typing event. It has no id, so that a reconnecting client does not receive it later. */
export function encodeTyping(roomId: string, person: { id: string; name: string }): Uint8Array {
  const data = JSON.stringify({ roomId, personId: person.id, name: person.name })
  return Buffer.from(`event: typing\ndata: ${data}\n\n`)
}

export interface ReadPosition {
  roomId: string
  /**
   * The event number up to which nothing in the room is unread: `lastReadSeq`, or the number of the last chat event
   * if everything is read.
   */
  seq: number
  lastReadSeq: number
}

/** Encodes a read position. The event has no id, because a client that reconnects loads its counts anyway. */
export function encodeRead({ roomId, seq, lastReadSeq }: ReadPosition): Uint8Array {
  return Buffer.from(`event: read\ndata: ${JSON.stringify({ roomId, seq, lastReadSeq })}\n\n`)
}

/** Joins the events for a single write, since each write has overhead. */
export function joinBytes(events: readonly { bytes: Uint8Array }[]): Uint8Array {
  const [first] = events
  return first && events.length === 1 ? first.bytes : Buffer.concat(events.map(({ bytes }) => bytes))
}
