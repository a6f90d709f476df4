// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { createChatLive } from '../live/chat-live'
import { afterHours, deepEnd, fakeChat, listedRoom, meId, messageAt, roomDetail } from '../live/testing-chat'
import { roomQuery, roomsQuery, unreadQuery } from '../queries'
import { useReadPosition } from './use-read-position'

let visibility: DocumentVisibilityState
let asked: [string, unknown][]
let queryClient: QueryClient
let live: ReturnType<typeof createChatLive>
let fails: boolean

beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  fails = false
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  asked = fakeChat({
    'rooms.markRead': () => {
      if (fails) throw new TypeError('no answer')
      return {}
    },
  })
  queryClient = new QueryClient()
  queryClient.setQueryData(roomQuery(deepEnd).queryKey, roomDetail({ lastReadSeq: 10 }))
  queryClient.setQueryData(roomsQuery().queryKey, {
    rooms: [listedRoom({ unread: 2 }), listedRoom({ id: afterHours, unread: 1 })],
    seq: 12,
  })
  queryClient.setQueryData(unreadQuery().queryKey, {
    unread: 3,
    rooms: [
      { roomId: deepEnd, unread: 2 },
      { roomId: afterHours, unread: 1 },
    ],
    hiddenPeople: [],
    seq: 12,
  })
  live = createChatLive(queryClient, meId)
  live.search()
})
afterEach(() => {
  cleanup()
  live.stop()
  vi.useRealTimers()
  registerLink(undefined)
})

interface Props {
  isAtBottom?: boolean
  newestSeq?: number | null
  room?: ReturnType<typeof roomDetail>
}
function Line({ isAtBottom = true, newestSeq = 12, room = roomDetail({ lastReadSeq: 10 }) }: Props) {
  return <p>line {String(useReadPosition(room, { isAtBottom, newestSeq }))}</p>
}
const within = (props: Props) => (
  <QueryClientProvider client={queryClient}>
    <Line {...props} />
  </QueryClientProvider>
)
const show = (props: Props = {}) => {
  const { rerender, unmount } = render(within(props))
  return { change: (next: Props) => rerender(within(next)), unmount }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const marked = () => asked.filter(([call]) => call === 'rooms.markRead').map(([, input]) => input)
const unread = () => [
  queryClient.getQueryData(unreadQuery().queryKey)?.unread,
  queryClient.getQueryData(roomsQuery().queryKey)?.rooms[0]?.unread,
]
function turn(to: DocumentVisibilityState) {
  visibility = to
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('opening a room shows the new-messages line and marks the messages as read', async () => {
  const { change } = show()
  screen.getByText('line 10')
  expect(unread()).toEqual([1, 0])
  expect(queryClient.getQueryData(roomQuery(deepEnd).queryKey)?.lastReadSeq).toBe(12)
  await pass(600)
  expect(marked()).toEqual([{ roomId: deepEnd, seq: 12 }])
  change({ newestSeq: 13 })
  screen.getByText('line 10')
})

test('a fully read room has no line, not even above messages that arrive while it is visible', async () => {
  const { change } = show({ newestSeq: 10 })
  screen.getByText('line null')
  change({ newestSeq: 11 })
  await pass(600)
  screen.getByText('line null')
  expect(marked()).toEqual([{ roomId: deepEnd, seq: 11 }])
})

test('while many messages arrive, the server gets the latest position every few seconds', async () => {
  const { change } = show()
  for (let seq = 13; seq < 43; seq += 1) {
    change({ newestSeq: seq })
    await pass(200)
  }
  await pass(4000)
  expect(marked().length).toBeLessThanOrEqual(4)
  expect(marked().at(-1)).toEqual({ roomId: deepEnd, seq: 42 })
})

test('while the reader is further up or the tab is hidden, nothing is marked as read and the line stays', async () => {
  const { change } = show({ newestSeq: 10, isAtBottom: false })
  change({ newestSeq: 12, isAtBottom: false })
  screen.getByText('line 10')
  await pass(5000)
  expect(marked()).toEqual([])
  change({ newestSeq: 12 })
  await pass(600)
  expect(marked()).toEqual([{ roomId: deepEnd, seq: 12 }])
  turn('hidden')
  change({ newestSeq: 14 })
  await pass(5000)
  expect(marked()).toHaveLength(1)
  turn('visible')
  screen.getByText('line 12')
  await pass(3000)
  expect(marked().at(-1)).toEqual({ roomId: deepEnd, seq: 14 })
})

test('messages that arrive in the visible room do not count as unread; those in other rooms do', async () => {
  show()
  live.named.chat({ kind: 'message', seq: 13, isNew: true, message: messageAt(13) })
  live.named.chat({ kind: 'message', seq: 14, isNew: true, message: messageAt(14, { roomId: afterHours }) })
  await pass(10)
  expect(unread()).toEqual([2, 0])
  turn('hidden')
  live.named.chat({ kind: 'message', seq: 15, isNew: true, message: messageAt(15) })
  await pass(10)
  expect(unread()).toEqual([3, 1])
})

test('leaving a room marks it as read immediately, even if an earlier mark failed', async () => {
  fails = true
  const { change, unmount } = show()
  await pass(600)
  fails = false
  change({ newestSeq: 13 })
  unmount()
  expect(marked()).toEqual([
    { roomId: deepEnd, seq: 12 },
    { roomId: deepEnd, seq: 13 },
  ])
})

test('a room that is only viewed has no line and is not marked', async () => {
  show({ room: roomDetail({ role: null, lastReadSeq: 0 }) })
  screen.getByText('line null')
  await pass(5000)
  expect(marked()).toEqual([])
})

test('the tab that marked a room receives its own event and requests nothing', async () => {
  show()
  await pass(600)
  act(() => live.named.read({ roomId: deepEnd, seq: 12, lastReadSeq: 12 }))
  await pass(3000)
  expect(asked).toEqual([['rooms.markRead', { roomId: deepEnd, seq: 12 }]])
})

test('after another user signs in on the same page, their own positions are sent', async () => {
  const { unmount } = show()
  await pass(600)
  unmount()
  live.stop()
  live = createChatLive(queryClient, 'somebody-else')
  show()
  await pass(600)
  expect(marked()).toEqual([
    { roomId: deepEnd, seq: 12 },
    { roomId: deepEnd, seq: 12 },
  ])
})
