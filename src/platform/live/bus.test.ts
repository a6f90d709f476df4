import type { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createLive, type LiveEvent } from './live'

const log = createLog({ level: 'silent' })

/** Fakes connections to one Redis, limited to what the bus uses. */
function fakeRedis(): () => Redis {
  const ears = new Map<(channel: string, text: string) => void, Set<string>>()
  const connection = () => {
    const channels = new Set<string>()
    return {
      status: 'ready',
      on: (event: string, listener: (channel: string, text: string) => void) =>
        event === 'smessage' && ears.set(listener, channels),
      ssubscribe: (name: string) => Promise.resolve(channels.add(name).size),
      sunsubscribe: (name: string) => Promise.resolve(channels.delete(name)),
      spublish(channel: string, text: string) {
        for (const [ear, followed] of ears) if (followed.has(channel)) ear(channel, text)
        return Promise.resolve(ears.size)
      },
      duplicate: connection,
      disconnect: () => undefined,
    }
  }
  return connection as unknown as () => Redis
}

describe('live bus', () => {
  test('publishToAll notifies every open browser of this process', () => {
    const live = createLive({ log })
    const heard: string[] = []
    live.subscribe('ana', ({ topics }) => heard.push(`ana ${topics.join()}`))
    live.subscribe('ben', ({ topics }) => heard.push(`ben ${topics.join()}`))
    live.publishToAll(['settings'])
    expect(heard).toEqual(['ana settings', 'ben settings'])
  })

  test('notifies each listener of the given people once, and no one else', () => {
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

  test('a signal reaches the listeners of other processes, not those of its own', () => {
    const redis = fakeRedis()
    const [here, there] = [createLive({ redis: redis(), log }), createLive({ redis: redis(), log })]
    const heard: unknown[] = []
    here.onSignal('typing', () => heard.push('myself'))
    const stop = there.onSignal('typing', (payload) => heard.push(payload))
    there.onSignal('other', () => heard.push('other'))
    here.signal('typing', { who: 'ana' })
    expect(heard).toEqual([{ who: 'ana' }])
    stop()
    here.signal('typing', {})
    expect(heard).toHaveLength(1)
    const notified: LiveEvent[] = []
    there.subscribe('ana', (event) => notified.push(event))
    here.publish(['ana'], ['network'])
    expect(notified).toEqual([{ topics: ['network'] }])
    createLive({ log }).signal('typing', {})
  })

  test('a signal on a channel reaches only processes that follow it', () => {
    const redis = fakeRedis()
    const [here, there] = [createLive({ redis: redis(), log }), createLive({ redis: redis(), log })]
    const heard: unknown[] = []
    there.onSignal('typing', (payload) => heard.push(payload))
    const [room, person] = [{ name: 'chat:a' }, { userId: 'ana' }]
    here.signal('typing', 1, room)
    here.signal('typing', 2, person)
    there.follow(room)
    there.follow(person)
    here.signal('typing', 3, room)
    here.signal('typing', 4, person)
    here.signal('typing', 5, { name: 'chat:b' })
    here.follow(room)
    here.signal('typing', 6)
    expect(heard).toEqual([3, 4, 6])
    createLive({ log }).follow(room)()
  })

  test.each(['ready', 'reconnecting'])(
    "a stream doesn't wait for a Redis that doesn't respond, with a connection that is %s",
    async (status) => {
      const silent = Object.assign(fakeRedis()(), {
        status,
        ssubscribe: () => new Promise<never>(() => undefined),
        duplicate: () => silent,
      })
      const live = createLive({ redis: silent, log })
      await expect(live.prepare('ana')).resolves.toBeUndefined()
      await live.close()
    },
  )

  test("a failing listener doesn't stop the others", () => {
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
