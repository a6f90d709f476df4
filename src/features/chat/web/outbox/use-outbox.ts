import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Place } from './stored-texts'
import { getOutbox } from './outbox'
import type { PendingMessage } from './pending-message'
import { returnToDraft } from './use-draft'

const none: readonly PendingMessage[] = []
const getNone = () => none

/**
 * Returns the unsent messages of a room and functions to send, retry and withdraw them. Unsent messages survive a
 * reload, a change of room and a lost connection.
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
      /** Sends a text, trimmed as the server does it. Ignores empty and too long texts. */
      send: (text: string) => outbox.send(roomId, text),
      /** Retries a message immediately under the same id, so that it can't be stored twice. */
      retry: (clientId: string) => outbox.retry(roomId, clientId),
      discard: (clientId: string) => outbox.discard(roomId, clientId),
      /** Moves a message's text back to the start of the composer. */
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
