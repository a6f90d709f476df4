import type { FeedMessage } from '../../contract-shapes'
import { FEED_OF_MESSAGES } from '../../rules/chat-limits'
import type { LiveEvent } from './live-events'

export interface FeedData {
  messages: FeedMessage[]
  seq: number
}
type Room = FeedMessage['room']

/**
 * Applies an event to the dashboard feed. `must_refetch`: a message left the feed, and only the server knows which
 * older message takes its place.
 */
export function applyToFeed(
  data: FeedData,
  event: LiveEvent,
  hiddenPeople: ReadonlySet<string>,
  findRoom: (roomId: string) => Room | undefined,
): FeedData | 'must_refetch' {
  if (event.seq <= data.seq) return data
  if (event.kind === 'deleted')
    return data.messages.some(({ id }) => id === event.messageId) ? 'must_refetch' : data
  if (event.kind !== 'message') return data
  const { message } = event
  const known = data.messages.find(({ id }) => id === message.id)
  if (known) {
    if (message.isHidden) return 'must_refetch'
    const next = { ...message, room: known.room }
    return { ...data, messages: data.messages.map((listed) => (listed === known ? next : listed)) }
  }
  if (message.isHidden || (message.sender && hiddenPeople.has(message.sender.id))) return data
  const oldest = data.messages.at(-1)
  if (oldest && data.messages.length >= FEED_OF_MESSAGES && message.seq < oldest.seq) return data
  const room =
    data.messages.find((listed) => listed.roomId === message.roomId)?.room ?? findRoom(message.roomId)
  if (!room) return 'must_refetch'
  const messages = [...data.messages, { ...message, room }].toSorted((left, right) => right.seq - left.seq)
  return { ...data, messages: messages.slice(0, FEED_OF_MESSAGES) }
}
