import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { roomQuery, roomsQuery, unreadQuery } from '../queries'
import { type ChatLive, createChatLive } from './chat-live'
import type { LiveEvent } from './live-events'
import { reading, watched } from './live-state'
import { afterHours, deepEnd, fakeChat, listedRoom, meId, messageAt, roomDetail } from './testing-chat'

let queryClient: QueryClient
let live: ChatLive
let asked: [string, unknown][]
let answer: (value: unknown) => void
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  watched.set(null)
  reading.set(null)
  asked = fakeChat({ 'rooms.list': () => new Promise((resolve) => (answer = resolve)) })
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(roomQuery(deepEnd).queryKey, roomDetail({ lastReadSeq: 5 }))
  queryClient.setQueryData(roomsQuery().queryKey, {
    rooms: [listedRoom({ unread: 2 }), listedRoom({ id: afterHours, unread: 1 })],
    seq: 10,
  })
  queryClient.setQueryData(unreadQuery().queryKey, {
    unread: 3,
    rooms: [
      { roomId: deepEnd, unread: 2 },
      { roomId: afterHours, unread: 1 },
    ],
    hiddenPeople: [],
    seq: 10,
  })
  stops = [
    new QueryObserver(queryClient, { ...roomsQuery(), staleTime: Infinity }).subscribe(() => undefined),
  ]
  live = createChatLive(queryClient, meId)
  live.search()
  live.named.at({ seq: 10 })
})
afterEach(() => {
  live.stop()
  for (const stop of stops) stop()
  vi.useRealTimers()
  registerLink(undefined)
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const sent = (seq: number): LiveEvent => ({ kind: 'message', seq, isNew: true, message: messageAt(seq) })
/** Unread counts: the total, this room's part of it, and this room in the list. */
const unread = () => {
  const counts = queryClient.getQueryData(unreadQuery().queryKey)
  const rooms = queryClient.getQueryData(roomsQuery().queryKey)?.rooms
  return [counts?.unread, counts?.rooms[0]?.unread, rooms?.[0]?.unread]
}

test('CH-09 rooms read on another device become read here, without a request', async () => {
  live.named.read({ roomId: deepEnd, seq: 10, lastReadSeq: 9 })
  expect(unread()).toEqual([1, 0, 0])
  expect(queryClient.getQueryData(roomQuery(deepEnd).queryKey)?.lastReadSeq).toBe(9)
  await pass(3000)
  expect(asked).toEqual([])
})

test('messages after the read position stay unread; events of read messages that arrive late are not counted', async () => {
  live.named.chat(sent(11))
  live.named.chat(sent(12))
  live.named.chat(sent(13))
  live.named.read({ roomId: deepEnd, seq: 11, lastReadSeq: 11 })
  expect(unread()).toEqual([3, 2, 2])
  live.named.read({ roomId: deepEnd, seq: 15, lastReadSeq: 15 })
  expect(unread()).toEqual([1, 0, 0])
  for (const seq of [14, 15, 16]) live.named.chat(sent(seq))
  await pass(3000)
  expect(unread()).toEqual([2, 1, 1])
  expect(asked).toEqual([])
})

test('a response requested before reading does not restore the unread count', async () => {
  const asking = queryClient.fetchQuery({ ...roomsQuery(), staleTime: 0 })
  await pass(0)
  live.named.read({ roomId: deepEnd, seq: 12, lastReadSeq: 9 })
  answer({ rooms: [listedRoom({ unread: 2 })], seq: 10 })
  await asking
  expect(unread()[2]).toBe(0)
})

test('a read position older than the log reloads the counts once, and only if something is unread', async () => {
  live.named.read({ roomId: deepEnd, seq: 7, lastReadSeq: 7 })
  live.named.read({ roomId: deepEnd, seq: 8, lastReadSeq: 8 })
  expect(unread()).toEqual([3, 2, 2])
  await pass(3000)
  expect(asked.map(([call]) => call)).toEqual(['rooms.list'])
  answer({ rooms: [listedRoom({ unread: 1 })], seq: 10 })
  await pass(0)
  expect(unread()[2]).toBe(1)
  live.named.read({ roomId: deepEnd, seq: 10, lastReadSeq: 10 })
  live.named.read({ roomId: deepEnd, seq: 9, lastReadSeq: 9 })
  await pass(3000)
  expect(asked).toHaveLength(1)
})

test('a read position does not apply to the next user who signs in, and malformed ones are ignored', () => {
  live.named.read({ roomId: deepEnd, seq: 40, lastReadSeq: 40 })
  live.stop()
  live = createChatLive(queryClient, 'somebody-else')
  live.search()
  for (const data of [null, {}, { roomId: deepEnd, seq: 50 }, { seq: 50, lastReadSeq: 50 }])
    live.named.read(data)
  live.named.chat(sent(11))
  live.named.read({ roomId: afterHours, seq: 11, lastReadSeq: 11 })
  expect(unread()).toEqual([1, 1, 1])
})
