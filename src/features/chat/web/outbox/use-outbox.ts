import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Place } from './kept-texts'
import { outboxOf } from './outbox'
import type { PendingMessage } from './pending-message'
import { draftOf } from './use-draft'

const none: readonly PendingMessage[] = []
const nothing = () => none

/** What waits to be stored in a room, and how to add to it. Survives a reload, a change of room and a cut. */
export function useOutbox({ personId, roomId }: Place) {
  const queryClient = useQueryClient()
  const outbox = outboxOf(queryClient, personId)
  const pending = useSyncExternalStore(outbox.subscribe, () => outbox.list(roomId), nothing)
  useEffect(() => {
    outbox.resume()
    // What says that a message did not go out has to be here before the connection is gone.
    import('~/design/toast-region').catch(() => undefined)
  }, [outbox])
  const actions = useMemo(
    () => ({
      /** As the server keeps it: outer space off; empty or too long texts are not taken. */
      send: (text: string) => outbox.send(roomId, text),
      /** Now, under the same id: should it have been stored after all, it is not stored twice. */
      retry: (clientId: string) => outbox.retry(roomId, clientId),
      discard: (clientId: string) => outbox.discard(roomId, clientId),
      /** Its text goes back into the composer, before what stands there. */
      takeBack: (clientId: string) => {
        const message = outbox.list(roomId).find((one) => one.clientId === clientId)
        if (!message) return
        const draft = draftOf(queryClient, { personId, roomId })
        draft.set([message.content, draft.get()].filter(Boolean).join('\n'))
        outbox.discard(roomId, clientId)
      },
    }),
    [outbox, personId, queryClient, roomId],
  )
  return { pending, ...actions }
}
