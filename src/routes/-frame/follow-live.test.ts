// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followLive, type LiveStream } from './follow-live'
import { FakeEventSource } from './testing-event-source'

const calls: string[] = []
let visibility = 'visible'
let isSignedIn: () => Promise<boolean>
let search = ''
let stream: LiveStream

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState)
  FakeEventSource.all = []
  calls.length = 0
  visibility = 'visible'
  search = ''
  isSignedIn = () => Promise.resolve(true)
  stream = followLive({
    search: () => search,
    onTopics: (topics) => calls.push(`topics ${topics.join(' ')}`),
    named: { chat: (data) => calls.push(`chat ${JSON.stringify(data)}`) },
    onOpen: () => calls.push('open'),
    onState: (state) => calls.push(state),
    isSignedIn: () => isSignedIn(),
    random: () => 0.5,
  })
})
afterEach(() => {
  stream.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const streams = () => FakeEventSource.all.length
function turn(to: 'visible' | 'hidden') {
  visibility = to
  document.dispatchEvent(new Event('visibilitychange'))
}

test('reports topics of events and ignores invalid data', () => {
  FakeEventSource.last.stand()
  FakeEventSource.last.say({ topics: ['network', 1] })
  FakeEventSource.last.say({ seq: 7 }, 'chat')
  FakeEventSource.last.say('{', 'chat')
  FakeEventSource.last.say({ seq: 8 }, 'of-a-later-version')
  expect(calls).toEqual(['live', 'open', 'topics network', 'chat {"seq":7}', 'chat undefined'])
})

test('lets the browser reconnect after a short interruption, and reports a long one', async () => {
  FakeEventSource.last.stand()
  FakeEventSource.last.cut()
  await vi.advanceTimersByTimeAsync(1400)
  FakeEventSource.last.stand()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).not.toContain('connecting')
  FakeEventSource.last.cut()
  await vi.advanceTimersByTimeAsync(1600)
  expect(calls.at(-1)).toBe('connecting')
  expect(streams()).toBe(1)
  FakeEventSource.last.stand()
  expect(calls.slice(-2)).toEqual(['live', 'open'])
})

test('retries with growing delays while a server restarts behind a proxy, and resumes at the last position', async () => {
  const pauses = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
  for (const pause of pauses) {
    FakeEventSource.last.refuse()
    const before = streams()
    await vi.advanceTimersByTimeAsync(pause - 10)
    expect(streams()).toBe(before)
    search = `?after=${pause}`
    await vi.advanceTimersByTimeAsync(20)
    expect(FakeEventSource.last.url).toBe(`/api/live?after=${pause}`)
  }
  FakeEventSource.last.stand()
  FakeEventSource.last.refuse()
  await vi.advanceTimersByTimeAsync(1010)
  expect(streams()).toBe(pauses.length + 2)
})

test("stops when no one is signed in, but retries when the server doesn't respond", async () => {
  isSignedIn = () => Promise.reject(new TypeError('no answer'))
  FakeEventSource.last.refuse()
  await vi.advanceTimersByTimeAsync(1010)
  expect(streams()).toBe(2)
  isSignedIn = () => Promise.resolve(false)
  FakeEventSource.last.refuse()
  await vi.advanceTimersByTimeAsync(120_000)
  turn('visible')
  window.dispatchEvent(new Event('online'))
  expect(streams()).toBe(2)
})

test('opens only one stream when the tab is shown during the check of the session', async () => {
  let respond: (value: boolean) => void = () => undefined
  isSignedIn = () => new Promise((resolve) => (respond = resolve))
  FakeEventSource.last.refuse()
  await vi.advanceTimersByTimeAsync(1010)
  turn('visible')
  expect(streams()).toBe(2)
  respond(true)
  await vi.advanceTimersByTimeAsync(10)
  expect(streams()).toBe(2)
})

test('retries immediately when the tab becomes visible or online', async () => {
  FakeEventSource.last.refuse()
  turn('visible')
  expect(streams()).toBe(2)
  FakeEventSource.last.cut()
  window.dispatchEvent(new Event('online'))
  expect(streams()).toBe(3)
  await vi.advanceTimersByTimeAsync(5000)
  expect(streams()).toBe(3)
})

test('reopens a stream after being offline, even if it seems open', () => {
  FakeEventSource.last.stand()
  search = '?after=7'
  window.dispatchEvent(new Event('online'))
  expect(FakeEventSource.last.url).toBe('/api/live?after=7')
  FakeEventSource.last.stand()
  expect(calls).toEqual(['live', 'open', 'live', 'open'])
})

test('retries with short delays again once the browser is online', async () => {
  for (const pause of [1000, 2000, 4000]) {
    FakeEventSource.last.refuse()
    await vi.advanceTimersByTimeAsync(pause + 10)
  }
  window.dispatchEvent(new Event('online'))
  const before = streams()
  FakeEventSource.last.refuse()
  await vi.advanceTimersByTimeAsync(1010)
  expect(streams()).toBe(before + 1)
})

test('reopens a stream that broke unnoticed while the computer slept', async () => {
  FakeEventSource.last.stand()
  await vi.advanceTimersByTimeAsync(49_000)
  FakeEventSource.last.say({ seq: 1 }, 'chat')
  await vi.advanceTimersByTimeAsync(49_000)
  expect(streams()).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(streams()).toBe(2)
})

test('ignores events of the old stream after a reopen', () => {
  const [old] = FakeEventSource.all
  old?.stand()
  search = '?after=4&watch=room'
  stream.reopen()
  old?.say({ seq: 5 }, 'chat')
  expect(calls).toEqual(['live', 'open'])
  expect(old?.readyState).toBe(FakeEventSource.CLOSED)
  expect(FakeEventSource.last.url).toBe('/api/live?after=4&watch=room')
})

test('closes after a minute in the background, and reopens when the tab is visible', async () => {
  FakeEventSource.last.stand()
  turn('hidden')
  await vi.advanceTimersByTimeAsync(30_000)
  FakeEventSource.last.say({ seq: 1 }, 'chat')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(FakeEventSource.last.readyState).toBe(FakeEventSource.OPEN)
  await vi.advanceTimersByTimeAsync(2000)
  expect(FakeEventSource.last.readyState).toBe(FakeEventSource.CLOSED)
  stream.reopen()
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams()).toBe(1)
  expect(calls).not.toContain('connecting')
  turn('visible')
  expect(streams()).toBe(2)
})

test('opens a stream at another process before a stopping process ends its own, and misses no event', async () => {
  const [old] = FakeEventSource.all
  old?.stand()
  old?.say(400, 'move')
  await vi.advanceTimersByTimeAsync(390)
  expect(streams()).toBe(1)
  search = '?after=7'
  await vi.advanceTimersByTimeAsync(20)
  const next = FakeEventSource.last
  expect([streams(), next.url]).toEqual([2, '/api/live?after=7'])
  old?.say({ topics: ['first'] })
  next.stand()
  old?.say({ topics: ['second'] })
  next.say({ topics: ['third'] })
  old?.cut()
  expect(old?.readyState).toBe(FakeEventSource.CLOSED)
  next.say({ topics: ['fourth'] })
  // `open` occurs only once, so the page doesn't refetch its data.
  expect(calls).toEqual(['live', 'open', 'topics first', 'topics second', 'topics third', 'topics fourth'])
  expect(streams()).toBe(2)
})

test.each(['cut', 'refuse'] as const)(
  'keeps the old stream if the one at another process fails (%s), and reconnects at its end',
  async (fail) => {
    const [old] = FakeEventSource.all
    old?.stand()
    old?.say(0, 'move')
    await vi.advanceTimersByTimeAsync(10)
    FakeEventSource.last[fail]()
    expect(FakeEventSource.last.readyState).toBe(FakeEventSource.CLOSED)
    old?.say({ topics: ['network'] })
    old?.cut()
    old?.stand()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls).toEqual(['live', 'open', 'topics network', 'live', 'open'])
    expect(streams()).toBe(2)
  },
)

test('a stream that ends before the tab has moved counts as interrupted', async () => {
  const [old] = FakeEventSource.all
  old?.stand()
  old?.say(0, 'move')
  await vi.advanceTimersByTimeAsync(10)
  old?.cut()
  expect(FakeEventSource.last.readyState).toBe(FakeEventSource.CLOSED)
  FakeEventSource.last.stand()
  expect(calls).toEqual(['live', 'open'])
  old?.stand()
  expect(calls).toEqual(['live', 'open', 'live', 'open'])
})

test('closes both streams of a move when the user leaves the page', async () => {
  const [old] = FakeEventSource.all
  old?.stand()
  old?.say(0, 'move')
  await vi.advanceTimersByTimeAsync(10)
  FakeEventSource.last.stand()
  stream.stop()
  expect(FakeEventSource.all.map(({ readyState }) => readyState)).toEqual([2, 2])
})
