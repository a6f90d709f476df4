import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { applyToRoomCounts, applyToUnreadCounts, isUnread } from './apply-to-counts'
import { applyToFeed, type FeedData } from './apply-to-feed'
import { applyToMessages, trimToNewest, type MessagesData } from './apply-to-messages'
import {
  changeFeed,
  changeMessages,
  changeRooms,
  changeUnread,
  findCachedRoomDetail,
  listKeys,
  findRoomInCache,
  refreshQueries,
  getReader,
} from './chat-cache'
import { type LiveEvent, getRoomId } from './live-events'
import { messagesQuery } from '../queries'
import { forgetSentMessage } from './sent-messages'

// Pages of messages to keep in memory while the reader is at the end of a room; older pages load again on scrolling
// up.
const PAGES_READ_ALONG = 3

/** Applies new events, given in ascending order, to every cached chat result. */
export function applyEvents(queryClient: QueryClient, meId: string, events: readonly LiveEvent[]): void {
  const reader = getReader(queryClient, meId)
  // Components are notified once for the whole batch.
  notifyManager.batch(() => {
    for (const [roomId, own] of Map.groupBy(events, getRoomId)) {
      const canModerate = findCachedRoomDetail(queryClient, roomId)?.canModerate
      changeMessages(queryClient, roomId, (data) => {
        const next = own.reduce((held, event) => applyToMessages(held, roomId, event, canModerate), data)
        if (hasOnlyDeletedMessages(next))
          queueMicrotask(() => refreshQueries(queryClient, messagesQuery(roomId).queryKey))
        return reader.reading === roomId ? trimToNewest(next, PAGES_READ_ALONG) : next
      })
    }
    changeRooms(queryClient, (data) =>
      events.reduce((held, event) => applyToRoomCounts(held, event, reader), data),
    )
    changeUnread(queryClient, (data) =>
      events.reduce((held, event) => applyToUnreadCounts(held, event, reader), data),
    )
    changeFeed(queryClient, (data) => applyEventsToFeed(queryClient, meId, data, events))
    for (const event of events) {
      if (event.kind === 'message') forgetSentMessage(queryClient, event.message.id)
      if (event.kind === 'deleted') forgetSentMessage(queryClient, event.messageId)
    }
  })
}

/** Returns whether all loaded messages are deleted, but older ones exist. */
function hasOnlyDeletedMessages({ pages }: MessagesData): boolean {
  return pages.every(({ messages }) => messages.length === 0) && pages.at(-1)?.hasOlder === true
}

export function applyEventsToFeed(
  queryClient: QueryClient,
  meId: string,
  data: FeedData,
  events: readonly LiveEvent[],
): FeedData {
  const { hiddenPeople } = getReader(queryClient, meId)
  let held = data
  for (const event of events) {
    const next = applyToFeed(held, event, hiddenPeople, (roomId) => {
      const room = findRoomInCache(queryClient, roomId)
      return room && { id: room.id, name: room.name, genre: room.genre }
    })
    if (next === 'must_refetch') {
      queueMicrotask(() => refreshQueries(queryClient, listKeys.feed))
      return held
    }
    held = next
  }
  return held
}

/**
 * Returns whether this event requires reloading the unread counts: it may have deleted or hidden an unread message,
 * or its room is not in any cached list.
 */
export function needsCountReload(queryClient: QueryClient, meId: string, event: LiveEvent): boolean {
  const room = findRoomInCache(queryClient, getRoomId(event))
  if (event.kind === 'deleted' || (event.kind === 'message' && event.message.isHidden))
    return room !== undefined && 'unread' in room && room.unread > 0
  if (room || !isUnread(event, getReader(queryClient, meId))) return false
  return queryClient.getQueriesData({ queryKey: listKeys.rooms }).length > 0
}
