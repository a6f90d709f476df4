import type { Query, QueryClient } from '@tanstack/react-query'
import {
  applyToRooms,
  applyToUnread,
  readInRooms,
  readInUnread,
  type Reader,
  type RoomsData,
  type UnreadData,
} from './apply-to-counts'
import { followFeed } from './apply-events'
import type { FeedData } from './apply-to-feed'
import { applyToMessages, knownUpTo, type MessagesData, putSent } from './apply-to-messages'
import { callOf, changeAnswer, cachedRoom, refreshQueries, readerOf, roomIdOf } from './chat-cache'
import type { EventLog } from './event-log'
import { leftUnread } from './read-up-to'
import { sentIn } from './sent-messages'

/**
 * Applies the events that an answer missed while it was in flight, or that a page of older messages missed since it was
 * requested, before it is rendered.
 */
export function bringUpToDate(queryClient: QueryClient, meId: string, log: EventLog, query: Query): void {
  const reader = readerOf(queryClient, meId)
  switch (callOf(query)) {
    case 'messages.list':
      return changeAnswer<MessagesData>(queryClient, query, (data) => {
        const roomId = roomIdOf(query) ?? ''
        const events = log.inRoom(roomId, knownUpTo(data))
        if (!events) return scheduleRefetch(queryClient, query, data)
        const mayModerate = cachedRoom(queryClient, roomId)?.mayModerate
        const held = events.reduce((one, event) => applyToMessages(one, roomId, event, mayModerate), data)
        return sentIn(queryClient, roomId).reduce(putSent, held)
      })
    case 'rooms.list':
      return changeAnswer<RoomsData>(queryClient, query, (data) => {
        const events = log.since(data.seq)
        if (!events) return scheduleRefetch(queryClient, query, data)
        const held = events.reduce((one, event) => applyToRooms(one, event, reader), data)
        return readPlaces(log, reader).reduce((one, [roomId, left]) => readInRooms(one, roomId, left), held)
      })
    case 'rooms.unread':
      return changeAnswer<UnreadData>(queryClient, query, (data) => {
        const events = log.since(data.seq)
        if (!events) return scheduleRefetch(queryClient, query, data)
        const held = events.reduce((one, event) => applyToUnread(one, event, reader), data)
        return readPlaces(log, reader).reduce((one, [roomId, left]) => readInUnread(one, roomId, left), held)
      })
    case 'messages.feed':
      return changeAnswer<FeedData>(queryClient, query, (data) => {
        const events = log.since(data.seq)
        return events
          ? followFeed(queryClient, meId, data, events)
          : scheduleRefetch(queryClient, query, data)
      })
  }
}

/** Returns the rooms read meanwhile, here or elsewhere, each with the most messages that can still be unread. */
function readPlaces(log: EventLog, reader: Reader): (readonly [roomId: string, left: number])[] {
  const read = [...reader.readUpTo].flatMap(([roomId, seq]) => {
    const left = leftUnread(log, roomId, seq, reader)
    return left === null ? [] : [[roomId, left] as const]
  })
  return reader.reading === null ? read : [...read, [reader.reading, 0]]
}

/** Too many events passed to know all of them, so it is requested again. */
function scheduleRefetch<T>(queryClient: QueryClient, query: Query, data: T): T {
  queueMicrotask(() => refreshQueries(queryClient, query.queryKey))
  return data
}
