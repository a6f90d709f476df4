import type { QueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { hasCode } from '~/platform/rpc/errors'
import { outboxOf } from '../outbox/outbox'
import { messagesQuery, roomQuery } from '../queries'
import { changeRooms, listKeys, nameRoom, readAgain } from './chat-cache'
import { wasLeftKnowingly } from './leaving'

/** The person joined a room, lost it, or stands differently in it: it is read again, and whoever was put out is told. */
export async function followStanding(queryClient: QueryClient, meId: string, roomId: string): Promise<void> {
  const before = nameRoom(queryClient, roomId)
  readAgain(queryClient, listKeys.rooms)
  readAgain(queryClient, listKeys.unread)
  if (!before) return
  const room = await readRoom(queryClient, roomId)
  if (room === 'unknown') return
  if (!room?.mayRead) {
    queryClient.removeQueries({ queryKey: messagesQuery(roomId).queryKey })
    outboxOf(queryClient, meId).lose(roomId, before.name)
  }
  if (!room) {
    changeRooms(queryClient, (data) => ({ ...data, rooms: data.rooms.filter(({ id }) => id !== roomId) }))
    // Without what is kept of it, its page says that there is no such room.
    queryClient.resetQueries({ queryKey: roomQuery(roomId).queryKey }).catch(() => undefined)
  }
  const wasLeft = wasLeftKnowingly(roomId)
  if (before.role !== null && !room?.role && !wasLeft) notify.info(`You are no longer in ${before.name}.`)
}

/** Null: it is not found. */
async function readRoom(queryClient: QueryClient, roomId: string) {
  try {
    return await queryClient.fetchQuery({ ...roomQuery(roomId), staleTime: 0, retry: 1 })
  } catch (error) {
    return hasCode(error, 'NOT_FOUND') ? null : 'unknown'
  }
}
