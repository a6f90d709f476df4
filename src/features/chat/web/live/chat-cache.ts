import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { RoomDetail } from '../../contract-shapes'
import { chat, messagesQuery, roomQuery, unreadQuery } from '../queries'
import type { Reader, RoomsData, UnreadData } from './apply-to-counts'
import type { FeedData } from './apply-to-feed'
import type { MessagesData } from './apply-to-messages'
import { reading } from './live-state'
import { getReadPositions } from './read-positions'

// Finds, updates and reloads chat results cached in this tab.

export const listKeys = {
  messages: chat.messages.list.key(),
  feed: chat.messages.feed.key(),
  rooms: chat.rooms.list.key(),
  unread: chat.rooms.unread.key(),
} as const

/** Updates one cached result. If `apply` returns the same object, no component is notified. */
export function changeCached<T>(queryClient: QueryClient, query: Query, apply: (data: T) => T): void {
  const data = query.state.data as T | undefined
  if (data === undefined) return
  const next = apply(data)
  // Keep the time of the last load, so that a stale result stays stale.
  if (next !== data) queryClient.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}

function changeAllCached<T>(queryClient: QueryClient, queryKey: QueryKey, apply: (data: T) => T): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey }))
    changeCached(queryClient, query, apply)
}

export function changeMessages(
  queryClient: QueryClient,
  roomId: string,
  apply: (data: MessagesData) => MessagesData,
): void {
  changeAllCached(queryClient, messagesQuery(roomId).queryKey, apply)
}

export function changeRooms(queryClient: QueryClient, apply: (data: RoomsData) => RoomsData): void {
  changeAllCached(queryClient, listKeys.rooms, apply)
}

export function changeUnread(queryClient: QueryClient, apply: (data: UnreadData) => UnreadData): void {
  changeAllCached(queryClient, listKeys.unread, apply)
}

export function changeRoom(
  queryClient: QueryClient,
  roomId: string,
  apply: (room: RoomDetail) => RoomDetail,
): void {
  changeAllCached(queryClient, roomQuery(roomId).queryKey, apply)
}

export function changeFeed(queryClient: QueryClient, apply: (data: FeedData) => FeedData): void {
  changeAllCached(queryClient, listKeys.feed, apply)
}

export function findCachedRoomDetail(queryClient: QueryClient, roomId: string): RoomDetail | undefined {
  return queryClient.getQueryData(roomQuery(roomId).queryKey)
}

/** Returns a room by id, if any cached result includes it. */
export function findRoomInCache(queryClient: QueryClient, roomId: string) {
  const lists = queryClient.getQueriesData<RoomsData>({ queryKey: listKeys.rooms })
  const listed = lists.flatMap(([, data]) => data?.rooms ?? []).find(({ id }) => id === roomId)
  return listed ?? findCachedRoomDetail(queryClient, roomId)
}

export function getReader(queryClient: QueryClient, id: string): Reader {
  const rooms = queryClient.getQueriesData<RoomDetail>({ queryKey: chat.rooms.get.key() })
  const hidden = queryClient.getQueryData(unreadQuery().queryKey)?.hiddenPeople
  const hiddenPeople = new Set([...(hidden ?? []), ...rooms.flatMap(([, room]) => room?.hiddenPeople ?? [])])
  return { id, hiddenPeople, reading: reading.get(), readUpTo: getReadPositions(queryClient) }
}

/**
 * Reloads the results that are shown on the screen, and drops those that are only cached, because a later event would
 * make a stale result look fresh.
 */
export function refreshQueries(queryClient: QueryClient, queryKey: QueryKey): void {
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  // A failed reload shows its own error.
  queryClient.invalidateQueries({ queryKey }).catch(() => undefined)
}

/** Returns the procedure path, such as `rooms.list`; undefined for keys outside chat. */
export function findProcedure({ queryKey: [path] }: Pick<Query, 'queryKey'>): string | undefined {
  return Array.isArray(path) && path[0] === 'chat' ? path.slice(1).join('.') : undefined
}

export function findRoomId({ queryKey: [, state] }: Pick<Query, 'queryKey'>): string | undefined {
  const { input } = (state ?? {}) as { input?: { roomId?: string } }
  return input?.roomId
}
