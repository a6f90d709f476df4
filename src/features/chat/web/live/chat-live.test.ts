import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { ChatMessage } from '../../contract-shapes'
import { feedQuery, messagesQuery, roomsQuery, unreadQuery } from '../queries'
import { type ChatLive, createChatLive } from './chat-live'
import type { LiveEvent } from './live-events'
import { reading, watched } from './live-state'
import { showSentMessage } from './sent-messages'
import { afterHours, deepEnd, fakeChat, listedRoom, mara, meId, messageAt } from './testing-chat'

/** Lets pending responses arrive, and timers without a delay run. */
const soon = () => vi.advanceTimersByTimeAsync(2)
let live: ChatLive | undefined
let stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  watched.set(null)
  reading.set(null)
})
afterEach(() => {
  live?.stop()
  for (const stop of stops) stop()
  stops = []
  registerLink(undefined)
  vi.useRealTimers()
})

function newClient() {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}
function follow(queryClient: QueryClient): ChatLive {
  live = createChatLive(queryClient, meId, () => 0.5)
  return live
}
/** Simulates a mounted component. */
function mountQueries(queryClient: QueryClient, roomId = deepEnd) {
  const observer = new InfiniteQueryObserver(queryClient, messagesQuery(roomId))
  stops.push(observer.subscribe(() => undefined))
  return observer
}
function shown(queryClient: QueryClient, roomId = deepEnd) {
  const pages = queryClient.getQueryData(messagesQuery(roomId).queryKey)?.pages ?? []
  return pages.toReversed().flatMap(({ messages }) => messages)
}
const numbers = (messages: ChatMessage[]) => messages.map(({ seq }) => seq)
const sent = (seq: number, fields = {}): LiveEvent => ({
  kind: 'message',
  seq,
  isNew: true,
  message: messageAt(seq, fields),
})

test('CH-09 a change to one message sends no request, and every other message keeps its object', async () => {
  const asked = fakeChat({
    'messages.list': () => ({ messages: [7, 9].map((seq) => messageAt(seq)), hasOlder: false, seq: 9 }),
    'rooms.list': () => ({ rooms: [listedRoom(), listedRoom({ id: afterHours })], seq: 9 }),
    'rooms.unread': () => ({ unread: 0, rooms: [{ roomId: deepEnd, unread: 0 }], hiddenPeople: [], seq: 9 }),
  })
  const queryClient = newClient()
  mountQueries(queryClient)
  await Promise.all([queryClient.fetchQuery(roomsQuery()), queryClient.fetchQuery(unreadQuery()), soon()])
  const own = follow(queryClient)
  expect(own.search()).toBe('?after=9')
  const before = shown(queryClient)
  const count = asked.length
  own.named.chat(sent(10))
  own.named.chat(sent(11, { roomId: afterHours }))
  await soon()
  expect(numbers(shown(queryClient))).toEqual([7, 9, 10])
  expect(
    shown(queryClient)
      .slice(0, 2)
      .every((message, index) => message === before[index]),
  ).toBe(true)
  expect(queryClient.getQueryData(roomsQuery().queryKey)?.rooms.map(({ unread }) => unread)).toEqual([1, 1])
  expect(queryClient.getQueryData(unreadQuery().queryKey)?.unread).toBe(1)
  await soon()
  expect(asked).toHaveLength(count)
})

test('events that a stream replays are not applied twice', async () => {
  const queryClient = newClient()
  fakeChat({})
  queryClient.setQueryData(roomsQuery().queryKey, { rooms: [listedRoom()], seq: 5 })
  const own = follow(queryClient)
  own.search()
  for (const event of [sent(6), sent(7), sent(6), sent(7)]) own.named.chat(event)
  await soon()
  expect(queryClient.getQueryData(roomsQuery().queryKey)?.rooms[0]?.unread).toBe(2)
  own.named.chat(sent(6))
  await soon()
  expect(queryClient.getQueryData(roomsQuery().queryKey)?.rooms[0]?.unread).toBe(2)
})

test('a response in flight while messages arrive includes them', async () => {
  let answer: (value: unknown) => void = () => undefined
  fakeChat({ 'rooms.list': () => new Promise((resolve) => (answer = resolve)) })
  const queryClient = newClient()
  const own = follow(queryClient)
  own.search()
  own.named.at({ seq: 5 })
  const asking = queryClient.fetchQuery(roomsQuery())
  await soon()
  own.named.chat(sent(6))
  own.named.chat(sent(7))
  await soon()
  answer({ rooms: [listedRoom({ unread: 1 })], seq: 6 })
  await asking
  expect(queryClient.getQueryData(roomsQuery().queryKey)?.rooms[0]?.unread).toBe(2)
})

test('a response from before the stream connected is requested again', async () => {
  let seq = 5
  const asked = fakeChat({ 'messages.list': () => ({ messages: [], hasOlder: false, seq }) })
  const queryClient = newClient()
  const own = follow(queryClient)
  own.search()
  mountQueries(queryClient)
  await soon()
  seq = 9
  own.named.at({ seq: 8 })
  await soon()
  expect(asked.map(([call]) => call)).toEqual(['messages.list', 'messages.list'])
})

test('after a reset, visible chat data reloads and the rest is dropped', async () => {
  const asked = fakeChat({
    'messages.list': () => ({ messages: [], hasOlder: false, seq: 900 }),
    'messages.feed': () => ({ messages: [], seq: 900 }),
  })
  const queryClient = newClient()
  queryClient.setQueryData(feedQuery().queryKey, { messages: [], seq: 1 })
  queryClient.setQueryData(messagesQuery(deepEnd).queryKey, {
    pages: [{ messages: [messageAt(1)], hasOlder: false, seq: 1 }],
    pageParams: [undefined],
  })
  mountQueries(queryClient)
  const own = follow(queryClient)
  own.search()
  own.named.reset({ seq: 900 })
  await soon()
  expect(asked.map(([call]) => call)).toEqual(['messages.list'])
  expect(queryClient.getQueryData(feedQuery().queryKey)).toBeUndefined()
  expect(own.search()).toBe('?after=900')
})

test('a newly followed room resumes where its messages were read, or reloads if that is too long ago', async () => {
  const asked = fakeChat({ 'messages.list': () => ({ messages: [], hasOlder: false, seq: 1000 }) })
  const queryClient = newClient()
  const own = follow(queryClient)
  own.search()
  own.named.at({ seq: 100 })
  queryClient.setQueryData(messagesQuery(deepEnd).queryKey, {
    pages: [{ messages: [messageAt(90)], hasOlder: false, seq: 101 }],
    pageParams: [undefined],
  })
  own.named.chat(sent(130, { roomId: afterHours }))
  watched.set(deepEnd)
  expect(own.search()).toBe(`?after=101&watch=${deepEnd}`)
  own.named.at({ seq: 130 })
  watched.set(null)
  expect(own.search()).toBe('?after=130')
  own.named.chat(sent(900, { roomId: afterHours }))
  watched.set(deepEnd)
  expect(own.search()).toBe(`?after=900&watch=${deepEnd}`)
  await soon()
  expect(shown(queryClient)).toEqual([])
  expect(asked).toEqual([])
})

test('a viewed room resumes where the stream left it, not at the read position', async () => {
  fakeChat({})
  const queryClient = newClient()
  queryClient.setQueryData(messagesQuery(deepEnd).queryKey, {
    pages: [{ messages: [messageAt(40)], hasOlder: false, seq: 50 }],
    pageParams: [undefined],
  })
  const own = follow(queryClient)
  watched.set(deepEnd)
  expect(own.search()).toBe(`?after=50&watch=${deepEnd}`)
  own.named.at({ seq: 100 })
  watched.set(null)
  own.search()
  own.named.chat(sent(130, { roomId: afterHours }))
  watched.set(deepEnd)
  expect(own.search()).toBe(`?after=100&watch=${deepEnd}`)
})

test('if all loaded messages of a room are deleted, older ones load', async () => {
  const pages = [
    { messages: [messageAt(4)], hasOlder: false, seq: 6 },
    { messages: [messageAt(5)], hasOlder: true, seq: 5 },
  ]
  const asked = fakeChat({ 'messages.list': () => pages.pop() })
  const queryClient = newClient()
  mountQueries(queryClient)
  await soon()
  const own = follow(queryClient)
  own.search()
  own.named.chat({ kind: 'deleted', seq: 6, roomId: deepEnd, messageId: 'message-5' })
  await vi.waitFor(() => expect(numbers(shown(queryClient))).toEqual([4]))
  expect(asked).toHaveLength(2)
})

test('watching a room reopens the stream once; unwatching does not', async () => {
  const own = follow(newClient())
  own.search()
  const reopen = vi.fn<() => void>(() => void own.search())
  stops.push(own.onWatch(reopen))
  watched.set(afterHours)
  watched.set(null)
  watched.set(deepEnd)
  await soon()
  expect(reopen).toHaveBeenCalledTimes(1)
  watched.set(null)
  await soon()
  watched.set(deepEnd)
  await soon()
  expect(reopen).toHaveBeenCalledTimes(1)
})

test('a message sent here stays, even if a response requested before lacks it', async () => {
  let answer: (value: unknown) => void = () => undefined
  fakeChat({ 'messages.list': () => new Promise((resolve) => (answer = resolve)) })
  const queryClient = newClient()
  const own = follow(queryClient)
  own.search()
  own.named.at({ seq: 5 })
  mountQueries(queryClient)
  await soon()
  showSentMessage(queryClient, messageAt(7, { sender: mara }))
  answer({ messages: [messageAt(5)], hasOlder: false, seq: 5 })
  await soon()
  expect(numbers(shown(queryClient))).toEqual([5, 7])
  own.named.chat(sent(6))
  own.named.chat(sent(7, { sender: mara }))
  own.named.chat({ kind: 'deleted', seq: 8, roomId: deepEnd, messageId: 'message-7' })
  await soon()
  expect(numbers(shown(queryClient))).toEqual([5, 6])
})

test('H-02 the feed follows all readable rooms', async () => {
  fakeChat({})
  const queryClient = newClient()
  const room = { id: deepEnd, name: 'Deep end', genre: null }
  queryClient.setQueryData(feedQuery().queryKey, { messages: [{ ...messageAt(4), room }], seq: 4 })
  watched.set('feed')
  const own = follow(queryClient)
  expect(own.search()).toBe('?after=4&watch=feed')
  own.named.chat(sent(5))
  await soon()
  expect(queryClient.getQueryData(feedQuery().queryKey)?.messages.map(({ seq }) => seq)).toEqual([5, 4])
})

test('H-02 a feed that was not followed for a while reloads, to include messages from other rooms', async () => {
  const asked = fakeChat({ 'messages.feed': () => ({ messages: [], seq: 8 }) })
  const queryClient = newClient()
  const room = { id: deepEnd, name: 'Deep end', genre: null }
  queryClient.setQueryData(feedQuery().queryKey, { messages: [{ ...messageAt(4), room }], seq: 4 })
  const own = follow(queryClient)
  watched.set('feed')
  own.search()
  own.named.at({ seq: 4 })
  watched.set(deepEnd)
  own.search()
  own.named.chat(sent(5))
  const observer = new QueryObserver(queryClient, { ...feedQuery(), staleTime: Number.POSITIVE_INFINITY })
  stops.push(observer.subscribe(() => undefined))
  watched.set('feed')
  expect(own.search()).toBe('?after=5&watch=feed')
  await soon()
  expect(asked.map(([call]) => call)).toEqual(['messages.feed'])
})

test('if unread messages are deleted or hidden, the counts reload once', async () => {
  const asked = fakeChat({ 'rooms.list': () => ({ rooms: [listedRoom()], seq: 12 }) })
  const queryClient = newClient()
  queryClient.setQueryData(roomsQuery().queryKey, { rooms: [listedRoom({ unread: 2 })], seq: 9 })
  const observer = new QueryObserver(queryClient, roomsQuery())
  stops.push(observer.subscribe(() => undefined))
  const own = follow(queryClient)
  own.search()
  own.named.chat({ kind: 'deleted', seq: 10, roomId: deepEnd, messageId: 'message-8' })
  own.named.chat({ kind: 'deleted', seq: 11, roomId: deepEnd, messageId: 'message-9' })
  // Long enough for a second reload, which must not happen.
  await vi.advanceTimersByTimeAsync(1300)
  expect(asked.map(([call]) => call)).toEqual(['rooms.list'])
  expect(observer.getCurrentResult().data?.rooms[0]?.unread).toBe(0)
})
