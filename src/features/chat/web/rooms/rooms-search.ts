import { ROOM_NAME_MAX } from '../../rules/chat-limits'

/** What the address of /dashboard/chat and of every room says. */
export type RoomsSearch = { q?: string | undefined }

/** The router reads `?q=90` as a number. */
export function readRoomsSearch(raw: Record<string, unknown>): RoomsSearch {
  const { q } = raw
  const words = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return { q: words.trim().slice(0, ROOM_NAME_MAX) || undefined }
}

/** The address of a room, or of the list; what is searched for stays with it. */
export function roomHref(roomId: string | undefined, q: string | undefined): string {
  const path = roomId === undefined ? '/dashboard/chat' : `/dashboard/chat/${roomId}`
  return q === undefined ? path : `${path}?${new URLSearchParams({ q }).toString()}`
}
