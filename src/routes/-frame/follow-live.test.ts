// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followLive, type LiveStream } from './follow-live'
import { FakeEventSource } from './testing-event-source'

const said: string[] = []
let visibility = 'visible'
let isSignedIn: () => Promise<boolean>
let search = ''
let stream: LiveStream

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState)
  FakeEventSource.all = []
  said.length = 0
  visibility = 'visible'
  search = ''
  isSignedIn = () => Promise.resolve(true)
  stream = followLive({
    search: () => search,
    onTopics: (topics) => said.push(`topics ${topics.join(' ')}`),
    named: { chat: (data) => said.push(`chat ${JSON.stringify(data)}`) },
    onOpen: () => said.push('open'),
    onState: (state) => said.push(state),
    isSignedIn: () => isSignedIn(),
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

test('says what it hears, and nonsense as nothing', () => {
  FakeEventSource.last.stand()
  FakeEventSource.last.say({ topics: ['network', 1] })
  FakeEventSource.last.say({ seq: 7 }, 'chat')
  FakeEventSource.last.say('{', 'chat')
  FakeEventSource.last.say({ seq: 8 }, 'of-a-later-version')
  expect(said).toEqual(['live', 'open', 'topics network', 'chat {"seq":7}', 'chat undefined'])
})

test('a cut is left to the browser, and is no news unless it lasts', async () => {
  FakeEventSource.last.stand()
  FakeEventSource.last.cut()
  await vi.advanceTimersByTimeAsync(1400)
  FakeEventSource.last.stand()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(said).not.toContain('connecting')
  FakeEventSource.last.cut()
  await vi.advanceTimersByTimeAsync(1600)
  expect(said.at(-1)).toBe('connecting')
  expect(streams()).toBe(1)
  FakeEventSource.last.stand()
  expect(said.slice(-2)).toEqual(['live', 'open'])
})

test('a server that restarts behind a proxy is tried again with growing pauses, each time from the place reached', async () => {
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

test('nobody signed in: it is not tried again; a server that does not answer says nothing about that', async () => {
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

test('who looks again while it is asked whether they are signed in has one stream, not two', async () => {
  let answer: (value: boolean) => void = () => undefined
  isSignedIn = () => new Promise((resolve) => (answer = resolve))
  FakeEventSource.last.refuse()
  await vi.advanceTimersByTimeAsync(1010)
  turn('visible')
  expect(streams()).toBe(2)
  answer(true)
  await vi.advanceTimersByTimeAsync(10)
  expect(streams()).toBe(2)
})

test('somebody who comes back, or online, does not wait for the pause', async () => {
  FakeEventSource.last.refuse()
  turn('visible')
  expect(streams()).toBe(2)
  FakeEventSource.last.cut()
  window.dispatchEvent(new Event('online'))
  expect(streams()).toBe(3)
  await vi.advanceTimersByTimeAsync(5000)
  expect(streams()).toBe(3)
})

test('online again, a stream that seems to stand is not believed: its line went without a word', () => {
  FakeEventSource.last.stand()
  search = '?after=7'
  window.dispatchEvent(new Event('online'))
  expect(FakeEventSource.last.url).toBe('/api/live?after=7')
  FakeEventSource.last.stand()
  expect(said).toEqual(['live', 'open', 'live', 'open'])
})

test('online again, the pauses begin anew', async () => {
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

test('a stream that is dead without knowing it, after sleep, is opened anew', async () => {
  FakeEventSource.last.stand()
  await vi.advanceTimersByTimeAsync(49_000)
  FakeEventSource.last.say({ seq: 1 }, 'chat')
  await vi.advanceTimersByTimeAsync(49_000)
  expect(streams()).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(streams()).toBe(2)
})

test('opened anew to carry something else, it hears nothing more of the old one', () => {
  const [old] = FakeEventSource.all
  old?.stand()
  search = '?after=4&watch=room'
  stream.reopen()
  old?.say({ seq: 5 }, 'chat')
  expect(said).toEqual(['live', 'open'])
  expect(old?.readyState).toBe(FakeEventSource.CLOSED)
  expect(FakeEventSource.last.url).toBe('/api/live?after=4&watch=room')
})

test('hidden for a minute it lets go, and nothing opens it but a look', async () => {
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
  expect(said).not.toContain('connecting')
  turn('visible')
  expect(streams()).toBe(2)
})
