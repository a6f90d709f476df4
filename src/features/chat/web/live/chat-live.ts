import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { hasCode } from '~/platform/rpc/errors'
import { notify } from '~/design/toast'
import { chat, feedQuery, messagesQuery, roomQuery } from '../queries'
import { hearTyping, stopTyping } from '../typing/typing'
import { outboxOf } from '../outbox/outbox'
import { forgetTabTexts, keepTabTextsOf } from '../outbox/tab-texts'
import { forgetDrafts } from '../outbox/use-draft'
import { applyEvents, unsettlesCounts } from './apply-events'
import { knownUpTo, stampMessages } from './apply-to-messages'
import { callOf, changeMessages, listKeys, nameRoom, readAgain, changeRooms } from './chat-cache'
import { createDueReads } from './due-reads'
import { createEventLog } from './event-log'
import { bringUpToDate } from './late-answers'
import { type LiveEvent, readEvent, readRead, readSeq, readTyping, roomOf } from './live-events'
import { connection, type Connection, watched } from './live-state'
import { forgetReading } from '../read/mark-read'
import { applyRead } from './read-up-to'
import { wasLeftKnowingly } from './leaving'

/** What the stream of this tab needs of chat. */
export interface ChatLive {
  /** Of the stream's address, asked each time it is opened: from where on, and what to carry. */
  search: () => string
  /** The events that are chat's, by name, with what they carry. */
  named: Record<'chat' | 'at' | 'reset' | 'read' | 'typing', (data: unknown) => void>
  /** What is the person's own changed: their rooms, counts, invitations, reports. */
  changed: () => void
  connected: (state: Connection) => void
  /** Calls when the stream has to be opened anew to carry something else. */
  onWatch: (reopen: () => void) => () => void
  /** The person signs out here: nothing that they typed stays, neither on the page nor in the browser. */
  forget: () => void
  stop: () => void
}

// Further back than this a room's messages are read again rather than told one by one.
const REWOUND = 200

/**
 * Keeps every answer of chat in this tab at where the stream is. Events are numbered in one order for all of chat; each kept
 * answer knows its place in it, so nothing is lost or applied twice, in whatever order answers and events come.
 */
export function createChatLive(queryClient: QueryClient, meId: string): ChatLive {
  const log = createEventLog()
  const outbox = outboxOf(queryClient, meId)
  /** Up to where everything was heard; null before the stream has said where it is. */
  let position: number | null = null
  /** What the open stream was asked to carry. */
  let carried: string | null = null
  let waiting: LiveEvent[] = []
  let flushing: ReturnType<typeof setTimeout> | undefined

  keepTabTextsOf(meId)
  const reads = createDueReads(queryClient)
  const cache = queryClient.getQueryCache()
  const stopCache = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    if (callOf(event.query) === undefined) return
    bringUpToDate(queryClient, meId, log, event.query)
    outbox.settleShown(event.query)
  })

  function flush(): void {
    clearTimeout(flushing)
    flushing = undefined
    const events = waiting.filter((event) => log.add(event))
    waiting = []
    if (events.length === 0) return
    // Before they are applied: whose standing changed was, or was not, a member until here.
    for (const event of events)
      if (event.kind === 'member' && event.userId === meId) forgetUnlessCarried(roomOf(event))
    applyEvents(queryClient, meId, events)
    for (const event of events) follow(event)
  }

  function follow(event: LiveEvent): void {
    if (event.kind === 'message') {
      outbox.settle(event.message)
      if (event.isNew && event.message.sender) stopTyping(event.message.roomId, event.message.sender.id)
    } else if (event.kind === 'room') {
      reads.room(event.roomId)
      reads.lists()
    } else if (event.kind === 'member') {
      if (event.userId === meId) void followStanding(queryClient, meId, event.roomId)
      reads.room(event.roomId)
    }
    if (unsettlesCounts(queryClient, meId, event)) reads.lists()
  }

  /** What is kept of a room that the stream did not carry up to now has a gap. */
  function forgetUnlessCarried(roomId: string): void {
    const wasCarried = nameRoom(queryClient, roomId)?.role || carried === roomId || carried === 'feed'
    if (!wasCarried) readAgain(queryClient, messagesQuery(roomId).queryKey)
  }

  /** Where the stream has to begin so that everything kept stays without a gap. */
  function startOf(): number | null {
    const known = [...keptPlaces()]
    if (position === null) return known.length > 0 ? Math.min(...known) : null
    const room = watched.get()
    if (room === null || room === carried || carried === 'feed') return position
    const [queryKey, from] = placeOf(room, position)
    if (position - from <= (room === 'feed' ? 0 : REWOUND)) return Math.min(from, position)
    queueMicrotask(() => readAgain(queryClient, queryKey))
    return position
  }

  /** Up to where the answer is known that is to be carried from now on. The feed's number is that of its last reading. */
  function placeOf(room: string, otherwise: number): [queryKey: QueryKey, seq: number] {
    if (room === 'feed')
      return [listKeys.feed, queryClient.getQueryData(feedQuery().queryKey)?.seq ?? otherwise]
    const { queryKey } = messagesQuery(room)
    const data = queryClient.getQueryData(queryKey)
    return [queryKey, data ? knownUpTo(data) : otherwise]
  }

  function* keptPlaces(): Generator<number> {
    for (const { state } of cache.findAll({ queryKey: chat.key() })) {
      const data = state.data as { seq?: unknown; pages?: { seq?: unknown }[] } | undefined
      for (const one of data?.pages ?? [data]) if (typeof one?.seq === 'number') yield one.seq
    }
  }

  /** The stream says for the first time where it is, and nobody had asked for a place. */
  function begin(seq: number): void {
    if (position !== null) return
    position = seq
    log.startAt(seq)
    // What was answered before may lack what happened until then.
    for (const query of cache.findAll({ queryKey: chat.key() })) bringUpToDate(queryClient, meId, log, query)
  }

  function hold(event: LiveEvent): void {
    begin(event.seq - 1)
    position = event.seq
    waiting.push(event)
    // After a cut hundreds may come in one go.
    flushing ??= setTimeout(flush, 0)
  }

  return {
    search() {
      flush()
      const from = startOf()
      // The room that is not carried from here on is known up to here.
      if (carried && carried !== watched.get() && position !== null) {
        const seq = position
        changeMessages(queryClient, carried, (data) => stampMessages(data, seq))
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
        const event = readEvent(data)
        if (event) hold(event)
      },
      at(data) {
        const seq = readSeq(data)
        if (seq === undefined) return
        begin(seq)
        position = Math.max(position ?? 0, seq)
      },
      reset(data) {
        const seq = readSeq(data)
        if (seq === undefined) return
        waiting = []
        log.startAt(seq)
        position = seq
        readAgain(queryClient, chat.key())
      },
      read(data) {
        const read = readRead(data)
        if (!read) return
        flush()
        if (!applyRead(queryClient, meId, position === null ? null : log, read)) reads.lists()
      },
      typing(data) {
        const event = readTyping(data)
        if (event && event.personId !== meId) hearTyping(event)
      },
    },
    changed: reads.own,
    connected(state) {
      connection.set(state)
      if (state === 'live') outbox.comeBack()
    },
    onWatch(reopen) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stopWatching = watched.subscribe(() => {
        clearTimeout(timer)
        // From one room to the next, nothing is watched for a moment. And what is carried needlessly may go on until then.
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
      forgetDrafts(queryClient, meId)
      forgetTabTexts()
    },
    stop() {
      clearTimeout(flushing)
      reads.stop()
      stopCache()
      forgetReading(queryClient)
      connection.set('live')
    },
  }
}

/** Reads a room again that the person joined, lost or has another role in, and shows a toast when they were removed. */
async function followStanding(queryClient: QueryClient, meId: string, roomId: string): Promise<void> {
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
