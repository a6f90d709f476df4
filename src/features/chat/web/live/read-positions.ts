import type { QueryClient } from '@tanstack/react-query'

const places = new WeakMap<QueryClient, Map<string, number>>()
const none: ReadonlyMap<string, number> = new Map()

/** Returns the read positions received from the stream, by room. No message up to a room's position is unread. */
export function getReadPositions(queryClient: QueryClient): ReadonlyMap<string, number> {
  return places.get(queryClient) ?? none
}

export function raiseReadPosition(queryClient: QueryClient, roomId: string, seq: number): void {
  const own = places.get(queryClient) ?? new Map<string, number>()
  places.set(queryClient, own.set(roomId, Math.max(seq, own.get(roomId) ?? 0)))
}

/** Clears the positions when live updates stop, because another user can sign in without a reload of the page. */
export function clearReadPositions(queryClient: QueryClient): void {
  places.delete(queryClient)
}
