import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { insertBuyers } from '../../bench/harness/sale'
import { createLive } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import { connectRedis } from '~/platform/redis/connect-redis'
import { isLongRun } from '../support/long-run'
import { openBrowserTabs } from './browser-tabs'
import { type Cluster, startCluster } from './cluster'

// One of three processes stops while thousands of tabs are open. Each stream needs two open files of HAProxy, a tab that moves
// has two streams, and a machine often allows a process 20,000 open files. So two HAProxies share the tabs.
const TABS = 10_000
const CONTROL_TABS = 300
/** The number of people to whom each change is published. */
const NOTIFIED = 100
const PAUSE_MS = 100
/** Time limit that only ends a run that hangs. */
const TEST_MS = 1_200_000

let cluster: Cluster
const log = createLog({ level: 'error' })

/** Stops a process under open tabs, while changes are published, and starts it again. */
async function stopProcess(count: number, options: { moves: boolean }) {
  const buyers = await insertBuyers(cluster.db, count)
  const cookies = buyers.map(({ cookie }) => cookie)
  const open = await openBrowserTabs(cluster.addresses, cookies, options)
  const redis = connectRedis(cluster.redis.url, log)
  const live = createLive({ redis, log })
  onTestFinished(async () => {
    open.close()
    await live.close()
    redis.disconnect()
  })
  const before = open.getCounts()
  const published: { tab: number; topic: string }[] = []
  const over = new AbortController()
  async function publishChanges(): Promise<void> {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const tabs = Array.from({ length: NOTIFIED }, (_, index) => (turn * NOTIFIED + index) % count)
      const topic = `change-${turn}`
      const people = tabs.map((tab) => buyers[tab]?.caller.id ?? '')
      live.publish(people, [topic])
      for (const tab of tabs) published.push({ tab, topic })
      await wait(PAUSE_MS)
    }
  }
  const publishing = publishChanges()
  await cluster.end(0)
  // Tabs that did not move reconnect after at most three seconds.
  await cluster.restart(0)
  await expect.poll(open.isConnected, { timeout: TEST_MS, interval: 20 }).toBe(true)
  over.abort()
  await publishing
  const listMissing = () => published.filter(({ tab, topic }) => !open.tabs[tab]?.topics.has(topic))
  const { moved, requests, reloads } = open.getCounts()
  return { moved, requests: requests - before.requests, reloads: reloads - before.reloads, listMissing }
}

describe.runIf(isLongRun)('tabs of a stopping process', () => {
  beforeAll(async () => {
    cluster = await startCluster('scripts/start.mjs', { proxies: 2 })
  }, TEST_MS)
  afterAll(() => cluster.stop(), TEST_MS)

  test(
    'tabs of a stopping process move to another one with one request, reload nothing and miss no change',
    async () => {
      const { moved, requests, reloads, listMissing } = await stopProcess(TABS, { moves: true })
      expect(moved).toBeGreaterThan(TABS / 4)
      expect(requests / moved).toBeLessThanOrEqual(1.2)
      expect(reloads).toBe(0)
      await expect.poll(listMissing, { timeout: 60_000 }).toEqual([])
    },
    TEST_MS,
  )

  test(
    'control: tabs that only reconnect load everything again, because they missed changes',
    async () => {
      const { moved, reloads, listMissing } = await stopProcess(CONTROL_TABS, { moves: false })
      expect(reloads).toBe(moved)
      expect(listMissing()).not.toEqual([])
    },
    TEST_MS,
  )
})
