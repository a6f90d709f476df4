import { parseSearchText } from '~/lib/search-parameters'
import { ROOM_NAME_MAX } from '../../rules/chat-limits'

/** The search params of /dashboard/chat and of every room. */
export type RoomsSearch = { q?: string | undefined }

export function parseRoomsSearch(raw: Record<string, unknown>): RoomsSearch {
  return { q: parseSearchText(raw['q'], ROOM_NAME_MAX) }
}

/** Returns the URL of a room's page, or of the room list if `roomId` is undefined, including the search. */
export function toRoomHref(roomId: string | undefined, q: string | undefined): string {
  const path = roomId === undefined ? '/dashboard/chat' : `/dashboard/chat/${roomId}`
  return q === undefined ? path : `${path}?${new URLSearchParams({ q }).toString()}`
}
