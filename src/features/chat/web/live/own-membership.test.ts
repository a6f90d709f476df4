import { ORPCError } from '@orpc/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import type { RoomDetail } from '../../contract-shapes'
import { messagesQuery, roomQuery, roomsQuery } from '../queries'
import { getOutbox } from '../outbox/outbox'
import { createChatLive } from './chat-live'
import { markLeaving } from './leaving-marks'
import { deepEnd, fakeChat, jonas, listedRoom, meId, messageAt, roomDetail } from './testing-chat'

let room: RoomDetail | undefined
let asked: [string, unknown][]
const said = vi.fn<(text: string) => void>()
const stops: (() => void)[] = []

beforeEach(() => {
  vi.spyOn(notify, 'info').mockImplementation(said)
  said.mockClear()
  asked = fakeChat({
    'rooms.get': () => {
      if (!room) throw new ORPCError('NOT_FOUND', { message: 'Room not found' })
      return room
    },
    'messages.send': () => new Promise(() => undefined),
    'rooms.list': () => ({ rooms: room ? [listedRoom({ role: room.role })] : [], seq: 20 }),
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  registerLink(undefined)
})

/** Sets up a member of Deep end with its messages loaded. */
function setUpMember() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryDelay: 1 } } })
  queryClient.setQueryData(roomQuery(deepEnd).queryKey, roomDetail())
  queryClient.setQueryData(roomsQuery().queryKey, { rooms: [listedRoom()], seq: 9 })
  queryClient.setQueryData(messagesQuery(deepEnd).queryKey, {
    pages: [{ messages: [messageAt(9)], hasOlder: false, seq: 9 }],
    pageParams: [undefined],
  })
  const observer = new QueryObserver(queryClient, roomQuery(deepEnd))
  const list = new QueryObserver(queryClient, roomsQuery())
  const live = createChatLive(queryClient, meId)
  stops.push(
    observer.subscribe(() => undefined),
    list.subscribe(() => undefined),
    () => live.stop(),
  )
  live.search()
  return { queryClient, live, observer, list }
}
const member = (userId: string) => ({ kind: 'member', seq: 10, roomId: deepEnd, userId })

test('a person removed from a private room is notified, and its data is dropped', async () => {
  const { queryClient, live, observer, list } = setUpMember()
  room = undefined
  live.named.chat(member(meId))
  await vi.waitFor(() =>
    expect(observer.getCurrentResult()).toMatchObject({ status: 'error', data: undefined }),
  )
  expect(said.mock.calls).toEqual([['You’re no longer in Deep end.']])
  expect(queryClient.getQueryData(messagesQuery(deepEnd).queryKey)).toBeUndefined()
  await vi.waitFor(() => expect(list.getCurrentResult().data?.rooms).toEqual([]))
})

test('unsent messages to a lost room are reported, with a way to copy them, and neither sent nor stored', async () => {
  const { queryClient, live } = setUpMember()
  const failed = vi.spyOn(notify, 'error').mockImplementation(() => undefined)
  const outbox = getOutbox(queryClient, meId)
  outbox.send(deepEnd, 'See you at the door')
  room = undefined
  live.named.chat(member(meId))
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1))
  expect(failed.mock.calls[0]?.[0]).toBe('Your text in Deep end wasn’t sent.')
  expect(failed.mock.calls[0]?.[1]?.action?.label).toBe('Copy text')
  expect(outbox.list(deepEnd)).toEqual([])
})

test('a person removed from a public room is notified and can still read', async () => {
  const { queryClient, live, observer } = setUpMember()
  room = roomDetail({ role: null, writeRestriction: { kind: 'not_member' } })
  live.named.chat(member(meId))
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.role).toBeNull())
  expect(said.mock.calls).toEqual([['You’re no longer in Deep end.']])
  expect(queryClient.getQueryData(messagesQuery(deepEnd).queryKey)?.pages).toHaveLength(1)
})

test('leaving a room shows no toast', async () => {
  const { live, observer } = setUpMember()
  room = roomDetail({ role: null })
  markLeaving(deepEnd)
  live.named.chat(member(meId))
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.role).toBeNull())
  expect(said).not.toHaveBeenCalled()
})

test('a new role applies immediately, without a toast', async () => {
  const { live, observer } = setUpMember()
  room = roomDetail({ role: 'admin', canManage: true })
  live.named.chat(member(meId))
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.canManage).toBe(true))
  expect(said).not.toHaveBeenCalled()
})

test('members who join or leave update the visible room, with one reload for many events', async () => {
  const { live, observer } = setUpMember()
  room = roomDetail({ memberCount: 3 })
  live.named.chat(member(jonas.id))
  live.named.chat({ ...member('another'), seq: 11 })
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.memberCount).toBe(3), 2000)
  expect(asked.map(([call]) => call)).toEqual(['rooms.get'])
})

test('a renamed room is renamed in the list too', async () => {
  const { live } = setUpMember()
  room = roomDetail()
  live.named.chat({ kind: 'room', seq: 10, roomId: deepEnd })
  await vi.waitFor(
    () => expect(asked.map(([call]) => call).toSorted()).toEqual(['rooms.get', 'rooms.list']),
    2000,
  )
})
