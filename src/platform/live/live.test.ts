import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sink } from '~/platform/http/raw-routes'
import { isStreamResponse } from '~/platform/http/raw-routes'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createLive } from './live'
import type { FeedStream, StreamFeed } from './stream-feed'
import { createLiveStreams, type LiveStreams } from './streams'

const log = createLog({ level: 'silent' })

describe('stream', () => {
  const live = createLive({ log })
  let caller: Caller | null = null
  const resolveCaller = () => Promise.resolve(caller)
  const fed: FeedStream[] = []
  const over: FeedStream[] = []
  let place: string | undefined
  let canGuestsFollow = true
  const feed: StreamFeed = {
    open(stream) {
      fed.push(stream)
      return {
        position: () => (place === undefined ? undefined : Buffer.from(place)),
        close: () => void over.push(stream),
      }
    },
  }
  let streams: LiveStreams
  afterEach(() => streams.end())
  beforeEach(() => {
    streams = createLiveStreams({
      live,
      resolveCaller,
      feeds: [feed],
      heartbeatMs: 20,
      streamsPerPerson: 2,
      random: () => 0.5,
      guests: {
        isGuest: ({ roles }) => !roles.includes('user'),
        canFollow: () => Promise.resolve(canGuestsFollow),
      },
    })
    canGuestsFollow = true
    fed.length = 0
    over.length = 0
    place = undefined
    caller = {
      id: 'ana',
      sessionId: 's',
      fullName: 'Ana',
      email: 'a@b.example',
      isEmailVerified: true,
      avatarUrl: null,
      roles: ['user'],
    }
  })

  async function open(waiting = 0, search = '', headers = {}) {
    const scope = createScope(
      { requestId: 'r', ip: '', headers: new Headers(headers) },
      { log, resolveCaller },
    )
    const answer = await streams.route.handle({
      method: 'GET',
      params: {},
      search: new URLSearchParams(search),
      scope,
      readBody: () => Promise.reject(new Error('no body')),
    })
    const written: string[] = []
    let ending: 'ended' | 'cut' | undefined
    const sink: Sink = {
      write: (bytes) => void written.push(Buffer.from(bytes).toString()),
      waiting: () => waiting,
      end: () => (ending ??= 'ended'),
      cut: () => (ending ??= 'cut'),
    }
    const leave = isStreamResponse(answer) ? answer.open(sink) : () => undefined
    return { answer, written, leave, ending: () => ending, isOver: () => ending !== undefined }
  }

  test('a stream without a session is refused', async () => {
    caller = null
    expect((await open()).answer.status).toBe(401)
  })

  test('delivers published topics until the stream ends', async () => {
    const { written, leave } = await open()
    live.publish(['ana'], ['network', 'notifications'])
    expect(written.at(-1)).toBe('data: {"topics":["network","notifications"]}\n\n')
    leave()
    live.publish(['ana'], ['bookings'])
    expect(written.join('')).not.toContain('bookings')
  })

  test('counts the open streams of all people', async () => {
    const first = await open()
    await open()
    caller = caller && { ...caller, id: 'ben' }
    await open()
    expect(streams.count()).toBe(3)
    first.leave()
    expect(streams.count()).toBe(2)
  })

  test('A-08 a session event ends the stream of an ended session and reaches the browsers of valid ones', async () => {
    const { isOver, written } = await open()
    live.publish(['ana'], ['session'])
    await expect.poll(() => written.join('')).toContain('data: {"topics":["session"]}\n\n')
    caller = null
    await expect.poll(isOver).toBe(true)
  })

  test('lets tabs move to another process, notifies them until then, and ends new streams', async () => {
    streams.end()
    streams = createLiveStreams({ live, resolveCaller, moveMs: 40, random: () => 0.5 })
    const { written, ending } = await open()
    const moved = streams.move()
    expect(written.at(-1)).toBe('event: move\ndata: 10\n\n')
    live.publish(['ana'], ['network'])
    expect(written.at(-1)).toContain('network')
    expect(ending()).toBeUndefined()
    expect((await open()).ending()).toBe('ended')
    await moved
    expect(ending()).toBe('ended')
  })

  test('responds once events of other processes arrive, since the tab then reads everything', async () => {
    streams.end()
    const subscribed = Promise.withResolvers<void>()
    const prepared: string[] = []
    const prepare = (userId: string) => (prepared.push(userId), subscribed.promise)
    streams = createLiveStreams({ live: { ...live, prepare }, resolveCaller })
    let isOpen = false
    const opening = open().then(() => (isOpen = true))
    await expect.poll(() => prepared).toEqual(['ana'])
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOpen).toBe(false)
    subscribed.resolve()
    expect(await opening).toBe(true)
  })

  test("cuts off a reader that doesn't read", async () => {
    const { ending, written } = await open(1_000_000)
    live.publish(['ana'], ['network'])
    expect(ending()).toBe('cut')
    expect(written.join('')).not.toContain('network')
    expect((await open(200_000)).isOver()).toBe(false)
  })

  test('a feed gets the last position of the browser, writes between other events, and stops once', async () => {
    const { written, leave } = await open(0, '?after=7', { 'last-event-id': '9', cookie: 'a=b' })
    const [stream] = fed
    expect(stream).toMatchObject({ userId: 'ana', lastEventId: '9' })
    expect(stream?.search.get('after')).toBe('7')
    live.publish(['ana'], ['network'])
    stream?.write(Buffer.from('event: chat\n\n'))
    expect(written.join('')).toMatch(/^retry: 2000\n\ndata: \{.*\}\n\nevent: chat\n\n/)
    leave()
    leave()
    stream?.write(Buffer.from('event: late\n\n'))
    expect(over).toEqual([stream])
    expect(written.join('')).not.toContain('late')
  })

  test('a heartbeat contains the feed’s position, but not while the stream is behind', async () => {
    const { written, leave } = await open()
    await expect.poll(() => written.join('')).toContain(': still here')
    place = 'event: at\nid: 4\n\n'
    await expect.poll(() => written.join('')).toContain(place)
    const other = await open()
    leave()
    const before = written.length
    // Every open stream gets one heartbeat per interval, so between two heartbeats of another stream this one would
    // get one.
    const beats = () => other.written.filter((text) => text.includes(place ?? '')).length
    await expect.poll(beats).toBeGreaterThanOrEqual(3)
    expect(written.length).toBe(before)
  })

  test("a feed's writes cut off a slow reader, and a feed can break its stream", async () => {
    const first = await open()
    const second = await open(200_000)
    fed[0]?.cut()
    expect([first.ending(), second.ending()]).toEqual(['cut', undefined])
    const third = await open(262_145)
    expect(third.ending()).toBe('cut')
    expect(over).toContain(fed[0])
    expect(fed).toHaveLength(over.length + 1)
  })

  test('a stream opened during shutdown ends before any feed starts, and the browser reconnects', async () => {
    const opening = open()
    streams.end()
    const { answer, ending, written, leave } = await opening
    expect([answer.status, ending()]).toEqual([200, 'ended'])
    expect(written.join('')).toMatch(/^retry: 2000\n\n$/)
    expect(fed).toEqual([])
    live.publish(['ana'], ['network'])
    expect(written).toHaveLength(1)
    leave()
  })

  const roles = (...own: Caller['roles']) => {
    if (caller) caller = { ...caller, roles: own }
  }

  test('a guest gets feeds only while guests are allowed, and published topics always', async () => {
    roles('customer')
    await open()
    expect(fed).toHaveLength(1)
    canGuestsFollow = false
    const { written, isOver } = await open()
    expect(fed).toHaveLength(1)
    live.publish(['ana'], ['notifications'])
    expect(written.at(-1)).toContain('notifications')
    expect(isOver()).toBe(false)
  })

  test('ends the streams of guests, and no others, when the permission of guests changes', async () => {
    const member = await open()
    roles('customer')
    const guest = await open()
    streams.endGuests()
    expect([guest.isOver(), member.isOver()]).toEqual([true, false])
    expect(over).toEqual([fed[1]])
    fed[1]?.write(Buffer.from('event: late\n\n'))
    expect(guest.written.join('')).not.toContain('late')
  })

  test('ends a guest’s stream that was authorized before the permission changed and opens afterwards', async () => {
    roles('customer')
    const opening = open()
    canGuestsFollow = false
    streams.endGuests()
    const { ending, written } = await opening
    expect(ending()).toBe('ended')
    expect(written.join('')).toMatch(/^retry: 2000\n\n$/)
    expect(fed).toEqual([])
  })

  test.each([
    ['guests lose access without a notification', (): void => void (canGuestsFollow = false), ['customer']],
    ['a guest becomes a member', () => roles('user'), ['customer']],
    ['a member becomes a guest', () => roles('customer'), ['user']],
  ] as const)('%s: the next heartbeat ends the stream', async (_what, change, before) => {
    roles(...before)
    const { isOver, written } = await open()
    await expect.poll(() => written.join('')).toContain(': still here')
    expect(isOver()).toBe(false)
    change()
    await expect.poll(isOver).toBe(true)
  })

  test('checks a person’s role immediately when the session event arrives', async () => {
    streams.end()
    const patient = createLiveStreams({
      live,
      resolveCaller,
      guests: { isGuest: (one) => !one.roles.includes('user'), canFollow: () => Promise.resolve(false) },
    })
    streams = patient
    roles('customer')
    const { isOver } = await open()
    roles('customer', 'user')
    live.publish(['ana'], ['session'])
    await expect.poll(isOver).toBe(true)
  })

  test('closes the oldest stream of a person with too many', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    expect([first.isOver(), second.isOver(), third.isOver()]).toEqual([true, false, false])
    streams.end()
    expect([second.isOver(), third.isOver()]).toEqual([true, true])
  })
})
