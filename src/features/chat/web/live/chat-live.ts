import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { hasErrorCode } from '~/platform/rpc/errors'
import { notify } from '~/design/toast'
import { chat, feedQuery, messagesQuery, roomQuery } from '../queries'
import { receiveTyping, stopTyping } from '../typing/typing'
import { getOutbox } from '../outbox/outbox'
import { clearTabDrafts, retainTabDrafts } from '../outbox/tab-drafts'
import { clearDrafts } from '../outbox/use-draft'
import { applyEvents, needsCountReload } from './apply-events'
import { getCompleteSeq, markReceivedUpTo } from './apply-to-messages'
import {
  findProcedure,
  changeMessages,
  listKeys,
  findRoomInCache,
  refreshQueries,
  changeRooms,
} from './chat-cache'
import { createReloadScheduler } from './reload-scheduler'
import { createEventLog } from './event-log'
import { applyMissedEvents } from './apply-missed-events'
import {
  type LiveEvent,
  parseEvent,
  parseReadEvent,
  parseSeq,
  parseTypingEvent,
  getRoomId,
} from './live-events'
import { connection, type Connection, watched } from './live-state'
import { clearReadState } from '../read/mark-read'
import { applyReadEvent } from './apply-read-event'
import { consumeLeavingMark } from './leaving-marks'

export interface ChatLive {
  /**
   * Returns the query string for the next connection to the stream: the event number to resume from and the room to
   * follow.
   */
  search: () => string
  named: Record<'chat' | 'at' | 'reset' | 'read' | 'typing', (data: unknown) => void>
  /**
   * Call it when the person's own chat data changed, such as their rooms, counts or invitations; it reloads that
   * data.
   */
  changed: () => void
  connected: (state: Connection) => void
  /** Calls `reopen` when the stream must reconnect to follow something else. */
  onWatch: (reopen: () => void) => () => void
  /** Clears everything the person typed, from the page and the browser, when they sign out. */
  forget: () => void
  stop: () => void
}

// If a room's cached messages are more event numbers behind than this, they are reloaded instead of replaying the
// events.
const REWOUND = 200

/**
 * Keeps every cached chat result in this tab current with the stream. Events have one global order, and each result
 * knows the number of the last event it includes. So no event is lost or applied twice, in whatever order responses
 * and events arrive.
 */
export function createChatLive(queryClient: QueryClient, meId: string, random = Math.random): ChatLive {
  const log = createEventLog()
  const outbox = getOutbox(queryClient, meId, random)
  /** Every event up to this number was received; null before the stream sent its position. */
  let position: number | null = null
  /** The value of `watched` when the stream was last opened. */
  let carried: string | null = null
  let waiting: LiveEvent[] = []
  let flushing: ReturnType<typeof setTimeout> | undefined

  retainTabDrafts(meId)
  const reloads = createReloadScheduler(queryClient, random)
  const cache = queryClient.getQueryCache()
  const stopCache = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (findProcedure(event.query) === undefined) return
    applyMissedEvents(queryClient, meId, log, event.query)
    outbox.settleShown(event.query)
  })

  function flush(): void {
    clearTimeout(flushing)
    flushing = undefined
    const events = waiting.filter((event) => log.add(event))
    waiting = []
    if (events.length === 0) return
    // Do this before the events are applied, because it needs the old membership.
    for (const event of events)
      if (event.kind === 'member' && event.userId === meId) dropUnfollowedMessages(getRoomId(event))
    applyEvents(queryClient, meId, events)
    for (const event of events) handleEvent(event)
  }

  function handleEvent(event: LiveEvent): void {
    if (event.kind === 'message') {
      outbox.settle(event.message)
      if (event.isNew && event.message.sender) stopTyping(event.message.roomId, event.message.sender.id)
    } else if (event.kind === 'room') {
      reloads.room(event.roomId)
      reloads.lists()
    } else if (event.kind === 'member') {
      if (event.userId === meId) void refreshMembership(queryClient, meId, event.roomId)
      reloads.room(event.roomId)
    }
    if (needsCountReload(queryClient, meId, event)) reloads.lists()
  }

  /**
   * Reloads or drops the cached messages of a room that the stream did not follow until now, because they lack the
   * events in between.
   */
  function dropUnfollowedMessages(roomId: string): void {
    const wasCarried = findRoomInCache(queryClient, roomId)?.role || carried === roomId || carried === 'feed'
    if (!wasCarried) refreshQueries(queryClient, messagesQuery(roomId).queryKey)
  }

  /** Returns the event number from which the stream must resume so that no cached result misses an event. */
  function findResumeSeq(): number | null {
    const known = [...listCachedPositions()]
    if (position === null) return known.length > 0 ? Math.min(...known) : null
    const room = watched.get()
    if (room === null || room === carried || carried === 'feed') return position
    const [queryKey, from] = getCachedPosition(room, position)
    if (position - from <= (room === 'feed' ? 0 : REWOUND)) return Math.min(from, position)
    queueMicrotask(() => refreshQueries(queryClient, queryKey))
    return position
  }

  /** Returns the number up to which the cached messages of a room, or the cached feed, are complete. */
  function getCachedPosition(room: string, otherwise: number): [queryKey: QueryKey, seq: number] {
    if (room === 'feed')
      return [listKeys.feed, queryClient.getQueryData(feedQuery().queryKey)?.seq ?? otherwise]
    const { queryKey } = messagesQuery(room)
    const data = queryClient.getQueryData(queryKey)
    return [queryKey, data ? getCompleteSeq(data) : otherwise]
  }

  function* listCachedPositions(): Generator<number> {
    for (const { state } of cache.findAll({ queryKey: chat.key() })) {
      const data = state.data as { seq?: unknown; pages?: { seq?: unknown }[] } | undefined
      for (const page of data?.pages ?? [data]) if (typeof page?.seq === 'number') yield page.seq
    }
  }

  /** Handles the stream's first position, when no resume position was requested. */
  function startAtPosition(seq: number): void {
    if (position !== null) return
    position = seq
    log.startAt(seq)
    // Results loaded before the stream started may lack its first events.
    for (const query of cache.findAll({ queryKey: chat.key() }))
      applyMissedEvents(queryClient, meId, log, query)
  }

  function queueEvent(event: LiveEvent): void {
    startAtPosition(event.seq - 1)
    position = event.seq
    waiting.push(event)
    // Apply events in batches, since hundreds may arrive together after a reconnect.
    flushing ??= setTimeout(flush, 0)
  }

  return {
    search() {
      flush()
      const from = findResumeSeq()
      // The messages of the room that is no longer followed are complete up to the current position.
      if (carried && carried !== watched.get() && position !== null) {
        const seq = position
        changeMessages(queryClient, carried, (data) => markReceivedUpTo(data, seq))
      }
      if (position === null && from !== null) log.startAt(from)
      position = from
      carried = watched.get()
      const search = new URLSearchParams()
      if (from !== null) search.set('after', String(from))
      if (carried !== null) search.set('watch', carried)
      const text = search.toString()
      return text && `?${text}`
    },
    named: {
      chat(data) {
        const event = parseEvent(data)
        if (event) queueEvent(event)
      },
      at(data) {
        const seq = parseSeq(data)
        if (seq === undefined) return
        startAtPosition(seq)
        position = Math.max(position ?? 0, seq)
      },
      reset(data) {
        const seq = parseSeq(data)
        if (seq === undefined) return
        waiting = []
        log.startAt(seq)
        position = seq
        refreshQueries(queryClient, chat.key())
      },
      read(data) {
        const read = parseReadEvent(data)
        if (!read) return
        flush()
        if (!applyReadEvent(queryClient, meId, position === null ? null : log, read)) reloads.lists()
      },
      typing(data) {
        const event = parseTypingEvent(data)
        if (event && event.personId !== meId) receiveTyping(event)
      },
    },
    changed: reloads.own,
    connected(state) {
      connection.set(state)
      if (state === 'live') outbox.handleReconnect()
    },
    onWatch(reopen) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stopWatching = watched.subscribe(() => {
        clearTimeout(timer)
        // Wait before reopening the stream: when the user changes rooms, none is watched for a moment. The stream may
        // follow the previous room that long.
        timer = setTimeout(() => {
          if (watched.get() !== null && watched.get() !== carried) reopen()
        }, 0)
      })
      return () => {
        clearTimeout(timer)
        stopWatching()
      }
    },
    forget() {
      outbox.forget()
      clearDrafts(queryClient, meId)
      clearTabDrafts()
    },
    stop() {
      clearTimeout(flushing)
      reloads.stop()
      stopCache()
      clearReadState(queryClient)
      connection.set('live')
    },
  }
}

/** Reloads a room after the person joined it, lost it or got another role. Shows a toast if they were removed. */
async function refreshMembership(queryClient: QueryClient, meId: string, roomId: string): Promise<void> {
  const before = findRoomInCache(queryClient, roomId)
  refreshQueries(queryClient, listKeys.rooms)
  refreshQueries(queryClient, listKeys.unread)
  if (!before) return
  const room = await refetchRoom(queryClient, roomId)
  if (room === 'unknown') return
  if (!room?.canRead) {
    queryClient.removeQueries({ queryKey: messagesQuery(roomId).queryKey })
    getOutbox(queryClient, meId).discardRoom(roomId, before.name)
  }
  if (!room) {
    changeRooms(queryClient, (data) => ({ ...data, rooms: data.rooms.filter(({ id }) => id !== roomId) }))
    // Reset the room's query, so that its page requests it again and says that the room doesn't exist.
    queryClient.resetQueries({ queryKey: roomQuery(roomId).queryKey }).catch(() => undefined)
  }
  const wasLeft = consumeLeavingMark(roomId)
  if (before.role !== null && !room?.role && !wasLeft) notify.info(`You’re no longer in ${before.name}.`)
}

async function refetchRoom(queryClient: QueryClient, roomId: string) {
  try {
    return await queryClient.fetchQuery({ ...roomQuery(roomId), staleTime: 0, retry: 1 })
  } catch (error) {
    return hasErrorCode(error, 'NOT_FOUND') ? null : 'unknown'
  }
}
