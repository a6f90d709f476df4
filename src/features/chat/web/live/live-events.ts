import type { ChatMessage } from '../../contract-shapes'

/** What `event: chat` of the stream carries. `seq` is its place in the one order of everything in chat. */
export type LiveEvent =
  /** `isNew` false: it was edited, hidden or shown again. Its place in the room is `message.seq`. */
  | { kind: 'message'; seq: number; isNew: boolean; message: ChatMessage }
  | { kind: 'deleted'; seq: number; roomId: string; messageId: string }
  /** Something about the room changed. */
  | { kind: 'room'; seq: number; roomId: string }
  /** Somebody's standing in the room changed. */
  | { kind: 'member'; seq: number; roomId: string; userId: string }

export interface TypingEvent {
  roomId: string
  personId: string
  name: string
}

/** The person has read up to `lastReadSeq`, on whichever device; up to `seq` nothing in the room is unread to them. */
export interface ReadEvent {
  roomId: string
  seq: number
  lastReadSeq: number
}

export function roomOf(event: LiveEvent): string {
  return event.kind === 'message' ? event.message.roomId : event.roomId
}

/** Undefined for what this version of the page does not know. */
export function readEvent(data: unknown): LiveEvent | undefined {
  if (!isRecord(data) || typeof data['seq'] !== 'number') return undefined
  switch (data['kind']) {
    case 'message':
      return isRecord(data['message']) && has(data['message'], 'id', 'roomId')
        ? (data as LiveEvent)
        : undefined
    case 'deleted':
      return has(data, 'roomId', 'messageId') ? (data as LiveEvent) : undefined
    case 'room':
      return has(data, 'roomId') ? (data as LiveEvent) : undefined
    case 'member':
      return has(data, 'roomId', 'userId') ? (data as LiveEvent) : undefined
    default:
      return undefined
  }
}

/** Of `event: at` and `event: reset`. */
export function readSeq(data: unknown): number | undefined {
  return isRecord(data) && typeof data['seq'] === 'number' ? data['seq'] : undefined
}

export function readTyping(data: unknown): TypingEvent | undefined {
  return isRecord(data) && has(data, 'roomId', 'personId', 'name')
    ? (data as unknown as TypingEvent)
    : undefined
}

export function readRead(data: unknown): ReadEvent | undefined {
  const isWhole =
    isRecord(data) &&
    has(data, 'roomId') &&
    typeof data['seq'] === 'number' &&
    typeof data['lastReadSeq'] === 'number'
  return isWhole ? (data as unknown as ReadEvent) : undefined
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null
}

function has(data: Record<string, unknown>, ...names: string[]): boolean {
  return names.every((name) => typeof data[name] === 'string')
}
