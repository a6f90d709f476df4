import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Place } from './stored-texts'
import { getOutbox } from './outbox'
import type { PendingMessage } from './pending-message'
import { returnToDraft } from './use-draft'

const none: readonly PendingMessage[] = []
const getNone = () => none

/**
 * Returns the unsent messages of a room and how to add to them. They survive a reload, a change of room and a lost
 * connection.
 */
export function useOutbox({ personId, roomId }: Place) {
  const queryClient = useQueryClient()
  const outbox = getOutbox(queryClient, personId)
  const pending = useSyncExternalStore(outbox.subscribe, () => outbox.list(roomId), getNone)
  useEffect(() => {
    outbox.resume()
    // Preload the toast that reports unsent messages, before the connection is lost.
    import('~/design/toast-region').catch(() => undefined)
  }, [outbox])
  const actions = useMemo(
    () => ({
      /** Trims the text like the server; ignores empty or too long texts. */
      send: (text: string) => outbox.send(roomId, text),
      /** Retries immediately under the same id, so that it can't be stored twice. */
      retry: (clientId: string) => outbox.retry(roomId, clientId),
      discard: (clientId: string) => outbox.discard(roomId, clientId),
      /** Moves its text back to the start of the composer. */
      moveToComposer: (clientId: string) => {
        const message = outbox.list(roomId).find((entry) => entry.clientId === clientId)
        if (!message) return
        returnToDraft(queryClient, { personId, roomId }, message.content)
        outbox.discard(roomId, clientId)
      },
    }),
    [outbox, personId, queryClient, roomId],
  )
  return { pending, ...actions }
}
