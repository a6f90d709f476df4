import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { RoomDetail } from '../../contract-shapes'
import { chat, messagesQuery, roomQuery, unreadQuery } from '../queries'
import type { Reader, RoomsData, UnreadData } from './apply-to-counts'
import type { FeedData } from './apply-to-feed'
import type { MessagesData } from './apply-to-messages'
import { reading } from './live-state'
import { readUpTo } from './read-places'

// The answers of chat that are kept in this tab: how they are found, changed in place, and read again.

export const listKeys = {
  messages: chat.messages.list.key(),
  feed: chat.messages.feed.key(),
  rooms: chat.rooms.list.key(),
  unread: chat.rooms.unread.key(),
} as const

/** Changes one kept answer. What stays the same object tells nobody. */
export function changeAnswer<T>(queryClient: QueryClient, query: Query, apply: (data: T) => T): void {
  const data = query.state.data as T | undefined
  if (data === undefined) return
  const next = apply(data)
  // It is not newer for that: an answer that is due to be read again stays so.
  if (next !== data) queryClient.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}

function change<T>(queryClient: QueryClient, queryKey: QueryKey, apply: (data: T) => T): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey }))
    changeAnswer(queryClient, query, apply)
}

export function changeMessages(
  queryClient: QueryClient,
  roomId: string,
  apply: (data: MessagesData) => MessagesData,
): void {
  change(queryClient, messagesQuery(roomId).queryKey, apply)
}

export function changeRooms(queryClient: QueryClient, apply: (data: RoomsData) => RoomsData): void {
  change(queryClient, listKeys.rooms, apply)
}

export function changeUnread(queryClient: QueryClient, apply: (data: UnreadData) => UnreadData): void {
  change(queryClient, listKeys.unread, apply)
}

export function changeRoom(
  queryClient: QueryClient,
  roomId: string,
  apply: (room: RoomDetail) => RoomDetail,
): void {
  change(queryClient, roomQuery(roomId).queryKey, apply)
}

export function changeFeed(queryClient: QueryClient, apply: (data: FeedData) => FeedData): void {
  change(queryClient, listKeys.feed, apply)
}

export function keptRoom(queryClient: QueryClient, roomId: string): RoomDetail | undefined {
  return queryClient.getQueryData(roomQuery(roomId).queryKey)
}

/** A room by its id, where one of the kept answers names it. */
export function nameRoom(queryClient: QueryClient, roomId: string) {
  const lists = queryClient.getQueriesData<RoomsData>({ queryKey: listKeys.rooms })
  const listed = lists.flatMap(([, data]) => data?.rooms ?? []).find(({ id }) => id === roomId)
  return listed ?? keptRoom(queryClient, roomId)
}

export function readerOf(queryClient: QueryClient, id: string): Reader {
  const rooms = queryClient.getQueriesData<RoomDetail>({ queryKey: chat.rooms.get.key() })
  const hidden = queryClient.getQueryData(unreadQuery().queryKey)?.hiddenPeople
  const hiddenPeople = new Set([...(hidden ?? []), ...rooms.flatMap(([, room]) => room?.hiddenPeople ?? [])])
  return { id, hiddenPeople, reading: reading.get(), readUpTo: readUpTo(queryClient) }
}

/**
 * Reads again what is on the screen. What is only kept goes: an event that came meanwhile would make it look as if all of it
 * were new.
 */
export function readAgain(queryClient: QueryClient, queryKey: QueryKey): void {
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  // What cannot be read again shows its own failure.
  queryClient.invalidateQueries({ queryKey }).catch(() => undefined)
}

/** The path of a call of chat, such as `rooms.list`; undefined for any other key. */
export function callOf({ queryKey: [path] }: Pick<Query, 'queryKey'>): string | undefined {
  return Array.isArray(path) && path[0] === 'chat' ? path.slice(1).join('.') : undefined
}

/** Of a call about one room. */
export function roomIdOf({ queryKey: [, state] }: Pick<Query, 'queryKey'>): string | undefined {
  const { input } = (state ?? {}) as { input?: { roomId?: string } }
  return input?.roomId
}
