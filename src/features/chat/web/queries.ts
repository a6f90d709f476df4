import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { chatContract } from '../contract'

// Routes load this file first. The code that keeps the cached results current loads later, see live/chat-live.

/** The chat client, for routes and components. */
export const chat = createFeatureClient<typeof chatContract>('chat')

// Milliseconds until results that the stream keeps current are loaded again anyway, in case the stream fails.
const FOLLOWED_MS = 300_000

export const roomsQuery = (search = '') =>
  chat.rooms.list.queryOptions({ input: { search }, staleTime: FOLLOWED_MS })

export const roomQuery = (roomId: string) =>
  chat.rooms.get.queryOptions({ input: { roomId }, staleTime: 10_000 })

/**
 * The messages of a room in pages. The first page is the newest, and each next page is older; within a page, the
 * oldest message comes first.
 */
export const messagesQuery = (roomId: string) =>
  chat.messages.list.infiniteOptions({
    // The first page has no `before`: undefined on the server, null after JSON serialization.
    input: (before: number | undefined) => ({ roomId, ...(before ? { before } : {}) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page, _pages, before) =>
      page.hasOlder ? (page.messages[0]?.seq ?? before ?? undefined) : undefined,
    // Structural sharing compares by position: one removed message would replace all later objects.
    structuralSharing: false,
    staleTime: FOLLOWED_MS,
  })

export const unreadQuery = () => chat.rooms.unread.queryOptions({ staleTime: FOLLOWED_MS })

export const feedQuery = () => chat.messages.feed.queryOptions({ staleTime: 30_000 })

export const membersQuery = (roomId: string, search = '') =>
  chat.members.list.infiniteOptions({
    input: (after: string | undefined) => ({ roomId, search, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 10_000,
  })

export const waitingQuery = (roomId: string) =>
  chat.members.listWaiting.queryOptions({ input: { roomId }, staleTime: 10_000 })
