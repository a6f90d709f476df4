import type { AnnouncedEvent, ChatEvent } from '../append-events'

/** An event as everybody hears it: its bytes are made once, however many hear it. */
export type WireEvent = ChatEvent & { bytes: Uint8Array }

export function toWire(event: AnnouncedEvent): WireEvent {
  return { ...event, bytes: Buffer.from(`event: chat\nid: ${event.seq}\ndata: ${dataOf(event)}\n\n`) }
}

function dataOf(event: AnnouncedEvent): string {
  const { kind, seq, roomId } = event
  if (kind === 'message' || kind === 'changed')
    return JSON.stringify({ kind: 'message', seq, isNew: kind === 'message', message: event.message })
  if (kind === 'deleted') return JSON.stringify({ kind, seq, roomId, messageId: event.messageId })
  return JSON.stringify(
    kind === 'member' ? { kind, seq, roomId, userId: event.userId } : { kind, seq, roomId },
  )
}

/** Everything up to here has been heard. */
export function atBytes(seq: number): Uint8Array {
  return Buffer.from(`event: at\nid: ${seq}\ndata: {"seq":${seq}}\n\n`)
}

/** More was missed than is told again: read everything as of here. */
export function resetBytes(seq: number): Uint8Array {
  return Buffer.from(`event: reset\nid: ${seq}\ndata: {"seq":${seq}}\n\n`)
}

/** Without a number: whoever was away does not hear it later. */
export function typingBytes(roomId: string, person: { id: string; name: string }): Uint8Array {
  const data = JSON.stringify({ roomId, personId: person.id, name: person.name })
  return Buffer.from(`event: typing\ndata: ${data}\n\n`)
}

/** Up to where somebody has read a room. */
export interface ReadPosition {
  roomId: string
  /** Up to here nothing in the room is unread to them: at least `lastReadSeq`, and the clock when they have read all of it. */
  seq: number
  lastReadSeq: number
}

/** Without a number too: who opens a stream reads their counts anyway. */
export function readBytes({ roomId, seq, lastReadSeq }: ReadPosition): Uint8Array {
  return Buffer.from(`event: read\ndata: ${JSON.stringify({ roomId, seq, lastReadSeq })}\n\n`)
}

/** One piece for the socket: a write costs more than its bytes. */
export function joinBytes(events: readonly { bytes: Uint8Array }[]): Uint8Array {
  const [first] = events
  return first && events.length === 1 ? first.bytes : Buffer.concat(events.map(({ bytes }) => bytes))
}
