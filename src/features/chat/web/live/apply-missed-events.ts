import type { Query, QueryClient } from '@tanstack/react-query'
import {
  applyToRoomCounts,
  applyToUnreadCounts,
  markReadInRooms,
  markReadInUnread,
  type Reader,
  type RoomsData,
  type UnreadData,
} from './apply-to-counts'
import { applyEventsToFeed } from './apply-events'
import type { FeedData } from './apply-to-feed'
import { applyToMessages, getCompleteSeq, type MessagesData, addSentMessage } from './apply-to-messages'
import {
  findProcedure,
  changeCached,
  findCachedRoomDetail,
  refreshQueries,
  getReader,
  findRoomId,
} from './chat-cache'
import type { EventLog } from './event-log'
import { countMaxUnread } from './apply-read-event'
import { listSentMessages } from './sent-messages'

/**
 * Brings a response up to date before it is rendered, since it may lack events that arrived while it was in flight.
 */
export function applyMissedEvents(queryClient: QueryClient, meId: string, log: EventLog, query: Query): void {
  const reader = getReader(queryClient, meId)
  switch (findProcedure(query)) {
    case 'messages.list':
      return changeCached<MessagesData>(queryClient, query, (data) => {
        const roomId = findRoomId(query) ?? ''
        const events = log.inRoom(roomId, getCompleteSeq(data))
        if (!events) return scheduleRefetch(queryClient, query, data)
        const canModerate = findCachedRoomDetail(queryClient, roomId)?.canModerate
        const held = events.reduce(
          (current, event) => applyToMessages(current, roomId, event, canModerate),
          data,
        )
        return listSentMessages(queryClient, roomId).reduce(addSentMessage, held)
      })
    case 'rooms.list':
      return changeCached<RoomsData>(queryClient, query, (data) => {
        const events = log.since(data.seq)
        if (!events) return scheduleRefetch(queryClient, query, data)
        const held = events.reduce((current, event) => applyToRoomCounts(current, event, reader), data)
        return listReadRooms(log, reader).reduce(
          (current, [roomId, left]) => markReadInRooms(current, roomId, left),
          held,
        )
      })
    case 'rooms.unread':
      return changeCached<UnreadData>(queryClient, query, (data) => {
        const events = log.since(data.seq)
        if (!events) return scheduleRefetch(queryClient, query, data)
        const held = events.reduce((current, event) => applyToUnreadCounts(current, event, reader), data)
        return listReadRooms(log, reader).reduce(
          (current, [roomId, left]) => markReadInUnread(current, roomId, left),
          held,
        )
      })
    case 'messages.feed':
      return changeCached<FeedData>(queryClient, query, (data) => {
        const events = log.since(data.seq)
        return events
          ? applyEventsToFeed(queryClient, meId, data, events)
          : scheduleRefetch(queryClient, query, data)
      })
  }
}

/**
 * Returns the rooms that the person has read, in this tab or on another device, each with the highest possible number
 * of messages that are still unread.
 */
function listReadRooms(log: EventLog, reader: Reader): (readonly [roomId: string, left: number])[] {
  const read = [...reader.readUpTo].flatMap(([roomId, seq]) => {
    const left = countMaxUnread(log, roomId, seq, reader)
    return left === null ? [] : [[roomId, left] as const]
  })
  return reader.reading === null ? read : [...read, [reader.reading, 0]]
}

/** Requests a cached result again, because the event log no longer has all events that the result may lack. */
function scheduleRefetch<T>(queryClient: QueryClient, query: Query, data: T): T {
  queueMicrotask(() => refreshQueries(queryClient, query.queryKey))
  return data
}
