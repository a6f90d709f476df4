import type { ChatMessage } from '../../contract-shapes'

/** The data of `event: chat`. `seq` is its number in the global order of chat events. */
export type LiveEvent =
  /** `isNew` false: it was edited, hidden or shown again. `message.seq` is its position in the room. */
  | { kind: 'message'; seq: number; isNew: boolean; message: ChatMessage }
  | { kind: 'deleted'; seq: number; roomId: string; messageId: string }
  | { kind: 'room'; seq: number; roomId: string }
  /** This person's membership or role changed. */
  | { kind: 'member'; seq: number; roomId: string; userId: string }

export interface TypingEvent {
  roomId: string
  personId: string
  name: string
}

/** The person has read up to `lastReadSeq` on any device; nothing in the room is unread up to `seq`. */
export interface ReadEvent {
  roomId: string
  seq: number
  lastReadSeq: number
}

export function getRoomId(event: LiveEvent): string {
  return event.kind === 'message' ? event.message.roomId : event.roomId
}

/**
 * Parses an event of the stream. Returns undefined for kinds of events that this version of the page does not know.
 */
export function parseEvent(data: unknown): LiveEvent | undefined {
  if (!isRecord(data) || typeof data['seq'] !== 'number') return undefined
  switch (data['kind']) {
    case 'message':
      return isRecord(data['message']) && hasStrings(data['message'], 'id', 'roomId')
        ? (data as LiveEvent)
        : undefined
    case 'deleted':
      return hasStrings(data, 'roomId', 'messageId') ? (data as LiveEvent) : undefined
    case 'room':
      return hasStrings(data, 'roomId') ? (data as LiveEvent) : undefined
    case 'member':
      return hasStrings(data, 'roomId', 'userId') ? (data as LiveEvent) : undefined
    default:
      return undefined
  }
}

/** Reads `event: at` and `event: reset`. */
export function parseSeq(data: unknown): number | undefined {
  return isRecord(data) && typeof data['seq'] === 'number' ? data['seq'] : undefined
}

export function parseTypingEvent(data: unknown): TypingEvent | undefined {
  return isRecord(data) && hasStrings(data, 'roomId', 'personId', 'name')
    ? (data as unknown as TypingEvent)
    : undefined
}

export function parseReadEvent(data: unknown): ReadEvent | undefined {
  const isComplete =
    isRecord(data) &&
    hasStrings(data, 'roomId') &&
    typeof data['seq'] === 'number' &&
    typeof data['lastReadSeq'] === 'number'
  return isComplete ? (data as unknown as ReadEvent) : undefined
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null
}

function hasStrings(data: Record<string, unknown>, ...names: string[]): boolean {
  return names.every((name) => typeof data[name] === 'string')
}
