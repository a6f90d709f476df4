import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { newId } from '~/lib/ids'
import { cleanMultiLineText } from '~/lib/multi-line-text'
import type { ChatMessage } from '../../contract-shapes'
import { hasValidLength } from '../../rules/message-text'
import type { MessagesData } from '../live/apply-to-messages'
import { findProcedure, findRoomInCache } from '../live/chat-cache'
import { showSentMessage } from '../live/sent-messages'
import { chat } from '../queries'
import { readStoredMessages } from './stored-messages'
import { watchRemovedTexts, storeText, toTextKey } from './stored-texts'
import type { PendingMessage } from './pending-message'
import { toSendProblem, type SendProblem } from './send-problem'
import { notifyUnsent } from './notify-unsent'
import { getDraft, returnToDraft } from './use-draft'

export interface Outbox {
  /** Returns the unsent messages in order. The array is the same until something changes. */
  list: (roomId: string) => readonly PendingMessage[]
  subscribe: (listener: () => void) => () => void
  send: (roomId: string, text: string) => void
  retry: (roomId: string, clientId: string) => void
  discard: (roomId: string, clientId: string) => void
  /** Call when the person lost access to the room: shows their unsent messages in a toast and deletes them. */
  discardRoom: (roomId: string, roomName?: string) => void
  /** Call when the person signs out: deletes their unsent messages. */
  forget: () => void
  /** Retries messages that wait for the server, if it can be reached. */
  resume: () => void
  /** Call when the server is reachable again: abandons requests that hang on the old connection. */
  handleReconnect: () => void
  /** Removes a message from the outbox once it is stored in its room, whether the response or the stream says so. */
  settle: (message: ChatMessage) => void
  settleShown: (query: Query) => void
}

const none: readonly PendingMessage[] = []
const RESPONSE_MS = 20_000
// Once the stream has reconnected, a request that has waited longer than this is assumed to hang on the old
// connection.
const HANGING_MS = 3000
// Milliseconds between the first retries. They are short because a restarting server is usually back soon.
const SHORT_MS = 2000
const SHORT_TRIES = 60
const FAILED = { about: 'outbox' }
const REFUSED = { about: 'refused' }
const outboxes = new WeakMap<QueryClient, Map<string, Outbox>>()

/** Returns the person's unsent messages in every room. One outbox per tab; the first call decides on `random`. */
export function getOutbox(queryClient: QueryClient, personId: string, random = Math.random): Outbox {
  const own = outboxes.get(queryClient) ?? new Map<string, Outbox>()
  outboxes.set(queryClient, own)
  const outbox = own.get(personId) ?? createOutbox(queryClient, personId, random)
  own.set(personId, outbox)
  return outbox
}

function createOutbox(queryClient: QueryClient, personId: string, random: () => number): Outbox {
  const rooms = readStoredMessages(personId)
  const flights = new Map<string, Flight>()
  const tries = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  // By room: the refused texts that were moved back to the start of the composer. The next refused text is placed
  // after them.
  const returned = new Map<string, string>()
  let isFailureShown = false

  // A text that another tab removed was sent or discarded there, so this tab must not send it.
  watchRemovedTexts('outbox', personId, removePending)

  function listPending(roomId: string): readonly PendingMessage[] {
    return rooms.get(roomId) ?? none
  }
  function notifyListeners(): void {
    for (const listener of listeners) listener()
  }
  function setPending(roomId: string, next: readonly PendingMessage[]): void {
    if (next.length > 0) rooms.set(roomId, next)
    else rooms.delete(roomId)
    // Error toasts stay until closed: dismiss the one about failed messages once none is left.
    if (isFailureShown && rooms.size === 0) {
      isFailureShown = false
      notify.dismiss(FAILED.about)
    }
    // Notify together with changes of the query cache, so that a message is shown either in its room or as pending,
    // never both or neither.
    notifyManager.schedule(notifyListeners)
  }
  function updatePending(roomId: string, clientId: string, fields: Partial<PendingMessage>): void {
    setPending(
      roomId,
      listPending(roomId).map((message) =>
        message.clientId === clientId ? { ...message, ...fields } : message,
      ),
    )
  }
  function removePending(roomId: string, clientId: string): void {
    if (!listPending(roomId).some((message) => message.clientId === clientId)) return
    storeText(toTextKey('outbox', { personId, roomId }, clientId), '')
    tries.delete(clientId)
    setPending(
      roomId,
      listPending(roomId).filter((message) => message.clientId !== clientId),
    )
  }

  /** Sends one message at a time, in order. A waiting message blocks later ones; a failed one doesn't. */
  async function sendPending(roomId: string, isWoken = false): Promise<void> {
    if (flights.has(roomId)) return
    // During a retry, a waiting message stays in the state `waiting`, so that its buttons don't move.
    let includesWaiting = isWoken
    for (;;) {
      const next = listPending(roomId).find(({ state }) => state !== 'failed')
      if (!next || (next.state === 'waiting' && !includesWaiting)) return
      includesWaiting = (await sendOne(roomId, next)) === 'cut'
    }
  }

  async function sendOne(roomId: string, { clientId, content }: PendingMessage): Promise<'done' | 'cut'> {
    const cut = new AbortController()
    flights.set(roomId, { clientId, cut, since: performance.now() })
    try {
      const signal = AbortSignal.any([cut.signal, AbortSignal.timeout(RESPONSE_MS)])
      const message = await chat.messages.send.call(
        { roomId, clientId, content, senderId: personId },
        { signal },
      )
      notifyManager.batch(() => {
        showSentMessage(queryClient, message)
        removePending(roomId, clientId)
        resumeWaiting(roomId)
      })
    } catch (error) {
      if (cut.signal.aborted) return 'cut'
      if (listPending(roomId).some((message) => message.clientId === clientId))
        handleFailure(roomId, clientId, toSendProblem(error))
      else resumeWaiting(roomId)
    } finally {
      flights.delete(roomId)
    }
    return 'done'
  }

  function resumeWaiting(roomId: string): void {
    if (!listPending(roomId).some(({ state }) => state === 'waiting')) return
    setPending(
      roomId,
      listPending(roomId).map((message) =>
        message.state === 'waiting'
          ? { ...message, state: 'sending', problem: null, retryAt: null }
          : message,
      ),
    )
  }

  function handleFailure(roomId: string, clientId: string, { kind, sentence, afterMs }: SendProblem): void {
    if (kind === 'lost') return discardRoom(roomId)
    if (kind === 'refused') return returnToComposer(roomId, clientId, sentence)
    const count = tries.get(clientId) ?? 0
    tries.set(clientId, count + 1)
    // Slow mode is not a failure; it is shown next to the message.
    if (kind !== 'slow' && count === 0) {
      isFailureShown = true
      notify.error('Failed to send message', FAILED)
    }
    const waitMs = kind === 'slow' ? afterMs : getRetryDelay(count) * (0.75 + random() / 2)
    const retryAt = kind === 'slow' ? Date.now() + waitMs : null
    setPending(
      roomId,
      listPending(roomId).map((message) =>
        message.state === 'failed' ? message : { ...message, state: 'waiting', problem: sentence, retryAt },
      ),
    )
    clearTimeout(timers.get(roomId))
    timers.set(
      roomId,
      setTimeout(() => retryRoom(roomId), waitMs),
    )
  }

  /** Moves a refused text back to the composer, then continues with the messages after it. */
  function returnToComposer(roomId: string, clientId: string, reason: string): void {
    const content = listPending(roomId).find((message) => message.clientId === clientId)?.content ?? ''
    const before = returned.get(roomId)
    returned.set(roomId, returnToDraft(queryClient, { personId, roomId }, content, before))
    removePending(roomId, clientId)
    resumeWaiting(roomId)
    notify.error('Failed to send message', { ...REFUSED, detail: reason })
  }

  function retryRoom(roomId: string): void {
    clearTimeout(timers.get(roomId))
    timers.delete(roomId)
    void sendPending(roomId, true)
  }

  function discard(roomId: string, clientId: string): void {
    const flight = flights.get(roomId)
    removePending(roomId, clientId)
    if (flight?.clientId === clientId) flight.cut.abort()
  }

  function discardRoom(roomId: string, roomName = findRoomInCache(queryClient, roomId)?.name): void {
    const unsent = listPending(roomId)
    const draft = getDraft(queryClient, { personId, roomId })
    notifyUnsent([...unsent.map(({ content }) => content), draft.get()].filter(Boolean), roomName)
    for (const { clientId } of unsent) discard(roomId, clientId)
    draft.set('')
  }

  function resume(): void {
    for (const [roomId, own] of rooms) {
      const first = own.find(({ state }) => state !== 'failed')
      // Don't retry a message that slow mode delays: it has its own timer.
      if (first && first.retryAt === null) retryRoom(roomId)
    }
  }

  return {
    list: listPending,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send(roomId, text) {
      const content = cleanMultiLineText(text)
      if (content === '' || !hasValidLength(content)) return
      if (returned.delete(roomId)) notify.dismiss(REFUSED.about)
      const clientId = newId()
      const at = new Date().toISOString()
      const holding = listPending(roomId).find(({ state }) => state === 'waiting')
      const own: PendingMessage = { clientId, content, at, state: 'sending', problem: null, retryAt: null }
      storeText(toTextKey('outbox', { personId, roomId }, clientId), JSON.stringify({ content, at }))
      setPending(roomId, [
        ...listPending(roomId),
        holding ? { ...own, state: 'waiting', problem: holding.problem, retryAt: holding.retryAt } : own,
      ])
      // Notify synchronously, because the composer is emptied in the same update.
      notifyListeners()
      void sendPending(roomId)
    },
    retry(roomId, clientId) {
      updatePending(roomId, clientId, { state: 'sending', problem: null, retryAt: null })
      retryRoom(roomId)
    },
    discard,
    discardRoom,
    forget() {
      returned.clear()
      for (const timer of timers.values()) clearTimeout(timer)
      for (const [roomId, own] of rooms) for (const { clientId } of own) discard(roomId, clientId)
    },
    resume,
    handleReconnect() {
      for (const { since, cut } of flights.values()) if (performance.now() - since > HANGING_MS) cut.abort()
      resume()
    },
    settle(message) {
      if (message.clientId !== null && message.sender?.id === personId)
        removePending(message.roomId, message.clientId)
    },
    settleShown(query) {
      if (rooms.size === 0 || findProcedure(query) !== 'messages.list') return
      const data = query.state.data as MessagesData | undefined
      for (const { messages } of data?.pages ?? [])
        for (const { clientId, sender, roomId } of messages)
          if (clientId !== null && sender?.id === personId) removePending(roomId, clientId)
    },
  }
}

interface Flight {
  clientId: string
  cut: AbortController
  since: number
}

function getRetryDelay(tries: number): number {
  return tries < SHORT_TRIES ? SHORT_MS : Math.min(30_000, SHORT_MS * 2 ** (tries - SHORT_TRIES + 1))
}
