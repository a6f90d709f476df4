import { clientFor } from '~/platform/rpc/client'
import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'
import type { chatContract } from '../contract'

// Routes import this into the first script: what keeps the answers up to date comes later, see live/chat-live.

/** The calls of chat, for routes and parts. */
export const chat = clientFor<typeof chatContract>('chat')

// Kept up to date by the stream; after this long it is read again all the same, should the stream not come through.
const FOLLOWED_MS = 300_000

/** The rooms a person can see, by name. */
export const roomsQuery = (search = '') =>
  chat.rooms.list.queryOptions({ input: { search }, staleTime: FOLLOWED_MS })

export const roomQuery = (roomId: string) =>
  chat.rooms.get.queryOptions({ input: { roomId }, staleTime: 10_000 })

/** Pages from the newest to the oldest, each oldest first; the next page is what is older. */
export const messagesQuery = (roomId: string) =>
  chat.messages.list.infiniteOptions({
    // The first page has no `before`: undefined on the server, and null once that has travelled as JSON.
    input: (before: number | undefined) => ({ roomId, ...(before ? { before } : {}) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page, _pages, before) =>
      page.hasOlder ? (page.messages[0]?.seq ?? before ?? undefined) : undefined,
    // Compares by place in the list: one message less, and all that follow would be other objects.
    structuralSharing: false,
    staleTime: FOLLOWED_MS,
  })

export const unreadQuery = () => chat.rooms.unread.queryOptions({ staleTime: FOLLOWED_MS })

/** H-02: the ten latest messages of all rooms, newest first. */
export const feedQuery = () => chat.messages.feed.queryOptions({ staleTime: 30_000 })

/** Who is in a room, page after page. */
export const membersQuery = (roomId: string, search = '') =>
  chat.members.list.infiniteOptions({
    input: (after: string | undefined) => ({ roomId, search, ...afterCursor(after) }),
    ...followCursor,
    staleTime: 10_000,
  })

/** Who asks to be let into a room. */
export const waitingQuery = (roomId: string) =>
  chat.members.listWaiting.queryOptions({ input: { roomId }, staleTime: 10_000 })
