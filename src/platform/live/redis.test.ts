import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '~/platform/log/log'
import { createLimits, isTooManyRequests } from '~/platform/limits/limits'
import { connectRedis, type RedisClient } from '~/platform/redis/connect-redis'
import { countReceived, startRedis, startRedisCluster } from '~tests/support/redis-server'
import { createLive, type Live } from './live'

const log = createLog({ level: 'silent' })
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Creates the bus of one process and counts the messages that arrive at it. */
function startBus(redis: RedisClient, { lingerMs = 10_000, hasOneChannel = false } = {}) {
  redis.on('error', () => undefined)
  if (hasOneChannel) mergeChannels(redis)
  const received = countReceived(redis)
  const live = createLive({ redis, log, lingerMs })
  stops.push(
    () => live.close(),
    () => redis.disconnect(),
  )
  return { live, received }
}

/** Sends and receives everything on one channel. */
function mergeChannels(redis: RedisClient): void {
  const publish = redis.spublish.bind(redis)
  vi.spyOn(redis, 'spublish').mockImplementation(((_channel: string, text: string) =>
    publish('all', text)) as never)
  const duplicate = redis.duplicate.bind(redis) as (...options: unknown[]) => RedisClient
  redis.duplicate = ((...options: unknown[]) => {
    const subscriber = duplicate(...options)
    const subscribe = subscriber.ssubscribe.bind(subscriber)
    vi.spyOn(subscriber, 'ssubscribe').mockImplementation(() => subscribe('all'))
    return subscriber
  }) as never
}

/** Sends signals until one arrives: a subscription takes a moment. */
async function waitForSignal(from: Live, to: Live, name: string): Promise<void> {
  const heard = vi.fn<(payload: unknown) => void>()
  const stop = to.onSignal(`probe ${name}`, heard)
  await expect
    .poll(
      () => {
        from.signal(`probe ${name}`, {}, { name })
        return heard.mock.calls.length
      },
      { interval: 20 },
    )
    .toBeGreaterThan(0)
  stop()
}

describe('one Redis', () => {
  let server: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.stop())

  const connect = () => new Redis(server.path, { maxRetriesPerRequest: 0, retryStrategy: () => 20 })
  const listChannels = async () => {
    const redis = connect()
    try {
      return (await redis.call('PUBSUB', 'SHARDCHANNELS')) as string[]
    } finally {
      redis.disconnect()
    }
  }

  /** Sends ten messages to each of 30 rooms from one process; returns how many arrived at one that follows `rooms`. */
  async function countReceived(rooms: number, hasOneChannel: boolean): Promise<number> {
    const [here, there] = [startBus(connect(), { hasOneChannel }), startBus(connect(), { hasOneChannel })]
    for (let room = 0; room < rooms; room += 1) there.live.follow({ name: `room ${room}` })
    there.live.follow({ name: 'last' })
    // A connection preserves the order, so when a mark arrives, everything sent before it has arrived too.
    const marks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    there.live.onSignal('mark', (index) => marks[Number(index)]?.resolve())
    await waitForSignal(here.live, there.live, 'last')
    for (let room = 0; room < rooms; room += 1) await waitForSignal(here.live, there.live, `room ${room}`)
    here.live.signal('mark', 0, { name: 'last' })
    await marks[0]?.promise
    const before = there.received()
    for (let count = 0; count < 10; count += 1)
      for (let room = 0; room < 30; room += 1) here.live.signal('message', count, { name: `room ${room}` })
    here.live.signal('mark', 1, { name: 'last' })
    await marks[1]?.promise
    return there.received() - before - 1
  }

  test('the messages that a process receives grow with the rooms that it follows', async () => {
    expect(await countReceived(2, false)).toBe(20)
    expect(await countReceived(6, false)).toBe(60)
  })

  test('control: with one channel, a process receives every message', async () => {
    expect(await countReceived(2, true)).toBe(300)
  })

  test('an event for several people arrives at each process once per channel', async () => {
    const [here, there, idle] = [startBus(connect()), startBus(connect()), startBus(connect())]
    const heard: string[] = []
    const people = Array.from({ length: 400 }, (_, count) => `person ${count}`)
    for (const userId of people) {
      await there.live.prepare(userId)
      there.live.subscribe(userId, ({ topics }) => heard.push(`${userId} ${topics.join()}`))
    }
    await expect.poll(async () => (await listChannels()).length).toBeGreaterThan(1)
    const channels = (await listChannels()).length - 1
    here.live.publish(people, ['network'])
    await expect.poll(() => heard.length).toBe(400)
    expect(new Set(heard).size).toBe(400)
    expect(there.received()).toBe(channels)
    expect(channels).toBeLessThanOrEqual(256)
    expect(idle.received()).toBe(0)
  })

  test('a prepared person receives the next event of another process', async () => {
    const [here, there] = [startBus(connect()), startBus(connect())]
    there.live.follow({ name: 'connected' })
    await waitForSignal(here.live, there.live, 'connected')
    for (let count = 0; count < 20; count += 1) {
      const userId = `prepared ${count}`
      await there.live.prepare(userId)
      const heard = Promise.withResolvers<void>()
      there.live.subscribe(userId, () => heard.resolve())
      here.live.publish([userId], ['network'])
      await heard.promise
    }
  })

  test('unsubscribes from channels that are no longer used', async () => {
    const { live } = startBus(connect(), { lingerMs: 1 })
    const name = 'back-to-back:name:left'
    const stop = live.follow({ name: 'left' })
    const other = live.follow({ name: 'left' })
    await expect.poll(listChannels).toContain(name)
    stop()
    stop()
    await live.prepare('someone')
    expect(await listChannels()).toContain(name)
    other()
    await expect.poll(listChannels).toEqual(['back-to-back:all'])
  })

  test('subscribes again after a restart of Redis, also to channels first followed during it', async () => {
    const own = await startRedis()
    onTestFinished(() => own.stop())
    const open = () => new Redis(own.path, { maxRetriesPerRequest: 0, retryStrategy: () => 20 })
    const [here, there] = [startBus(open()), startBus(open())]
    there.live.follow({ name: 'before' })
    await waitForSignal(here.live, there.live, 'before')
    await own.kill()
    there.live.follow({ name: 'meanwhile' })
    here.live.signal('lost', {})
    await own.restart()
    await waitForSignal(here.live, there.live, 'before')
    await waitForSignal(here.live, there.live, 'meanwhile')
  })
})

describe('a cluster of three', () => {
  let cluster: Awaited<ReturnType<typeof startRedisCluster>>
  beforeAll(async () => {
    cluster = await startRedisCluster()
  })
  afterAll(() => cluster.stop())

  /** Returns the name of a channel on a node. */
  async function findName(node: number, prefix = 'room'): Promise<string> {
    for (let count = 0; ; count += 1) {
      const name = `${prefix} ${count}`
      if ((await cluster.findNode(`back-to-back:name:${name}`)) === node) return name
    }
  }

  test('signals use every shard, and a stopped shard affects only its own channels until it restarts', async () => {
    const connect = () => connectRedis(cluster.url, log)
    const [here, there] = [startBus(connect()), startBus(connect())]
    const names = [await findName(0), await findName(1), await findName(2)]
    for (const name of names) there.live.follow({ name })
    for (const name of names) await waitForSignal(here.live, there.live, name)

    await cluster.kill(1)
    for (const name of [names[0] ?? '', names[2] ?? '']) await waitForSignal(here.live, there.live, name)
    const later = [await findName(0, 'later'), await findName(1, 'later'), await findName(2, 'later')]
    for (const name of later) there.live.follow({ name })
    for (const name of [later[0] ?? '', later[2] ?? '']) await waitForSignal(here.live, there.live, name)

    await cluster.restart(1)
    for (const name of [...names, ...later]) await waitForSignal(here.live, there.live, name)
  })

  test('limits are counted for all processes together', async () => {
    const clients = [connectRedis(cluster.url, log), connectRedis(cluster.url, log)]
    stops.push(...clients.map((client) => () => client.disconnect()))
    for (const client of clients) await expect.poll(() => client.status).toBe('ready')
    const limits = clients.map((client) => createLimits(client))
    const limit = { points: 2, seconds: 600 }
    // Enough keys for all shards.
    for (let count = 0; count < 12; count += 1) {
      for (const limiter of limits) await limiter.consume('sign_in', `key ${count}`, limit)
      for (const limiter of limits) {
        const refused = await limiter.check('sign_in', `key ${count}`, limit).catch((error: unknown) => error)
        expect(isTooManyRequests(refused)).toBe(true)
      }
      await limits[0]?.reset('sign_in', `key ${count}`)
      await limits[1]?.consume('sign_in', `key ${count}`, limit)
    }
  })
})
