import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sink } from '~/platform/http/raw-routes'
import { isStream } from '~/platform/http/raw-routes'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createLive, type LiveEvent } from './live'
import { createLiveStreams } from './streams'

const log = createLog({ level: 'silent' })

describe('the bus', () => {
  test('tells every listener of the people named, once, and nobody else', () => {
    const live = createLive({ log })
    const heard: [string, LiveEvent][] = []
    const stop = live.subscribe('ana', (event) => heard.push(['ana 1', event]))
    live.subscribe('ana', (event) => heard.push(['ana 2', event]))
    live.subscribe('ben', (event) => heard.push(['ben', event]))
    live.publish(['ana', 'ana', null], ['network'])
    expect(heard).toEqual([
      ['ana 1', { topics: ['network'] }],
      ['ana 2', { topics: ['network'] }],
    ])
    stop()
    live.publish(['ana', 'ben'], ['bookings'])
    expect(heard.slice(2).map(([who]) => who)).toEqual(['ana 2', 'ben'])
  })

  test('a listener that fails keeps nobody from hearing', () => {
    const live = createLive({ log })
    let heard = 0
    live.subscribe('ana', () => {
      throw new Error('broken')
    })
    live.subscribe('ana', () => (heard += 1))
    live.publish(['ana'], ['network'])
    expect(heard).toBe(1)
  })
})

describe('the stream', () => {
  const live = createLive({ log })
  let caller: Caller | null = null
  const resolveCaller = () => Promise.resolve(caller)
  const streams = createLiveStreams({ live, resolveCaller, heartbeatMs: 20, streamsPerPerson: 2 })
  afterAll(() => streams.end())
  beforeEach(() => {
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
    const leave = isStream(answer) ? answer.open(sink) : () => undefined
    return { answer, written, leave, ending: () => ending, isOver: () => ending !== undefined }
  }

  test('nobody signed in, nothing to hear', async () => {
    caller = null
    expect((await open()).answer.status).toBe(401)
  })

  test('what is published reaches the open stream, and no longer after its end', async () => {
    const { written, leave } = await open()
    live.publish(['ana'], ['network', 'notifications'])
    expect(written.at(-1)).toBe('data: {"topics":["network","notifications"]}\n\n')
    leave()
    live.publish(['ana'], ['bookings'])
    expect(written.join('')).not.toContain('bookings')
  })

  test('a session that is over ends its stream', async () => {
    const { isOver, written } = await open()
    await expect.poll(() => written.join('')).toContain(': still here')
    caller = null
    await expect.poll(isOver).toBe(true)
  })

  test('a reader that takes nothing is cut off', async () => {
    const { ending, written } = await open(1_000_000)
    live.publish(['ana'], ['network'])
    expect(ending()).toBe('cut')
    expect(written.join('')).not.toContain('network')
    expect((await open(200_000)).isOver()).toBe(false)
  })

  test('of too many the oldest gives way', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    expect([first.isOver(), second.isOver(), third.isOver()]).toEqual([true, false, false])
    streams.end()
    expect([second.isOver(), third.isOver()]).toEqual([true, true])
  })
})
