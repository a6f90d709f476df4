import { setTimeout as wait } from 'node:timers/promises'
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries'
import type { SendServices } from './context'
import { PATIENCE_MS, postMessage } from './post-message'
import { recordAttempt } from './record-attempt'
import { signMessage } from './sign-message'

/** Requests at the same time, in one process. Failing receivers have their own, so that they don't stop the others. */
const POOLS = [
  { isFailing: false, slots: 50, perEndpoint: 2 },
  { isFailing: true, slots: 25, perEndpoint: 1 },
] as const
type Pool = (typeof POOLS)[number]
/** Requests at the same time to the endpoints of one member, over both pools. */
const PER_USER = 4

export interface Sender {
  /**
   * Starts sending due messages and returns how many requests run. Continues until none is due. Does nothing after `stop`.
   */
  send: () => Promise<number>
  /** Waits for the requests that run and their results to be stored, up to the timeout of a request. */
  stop: () => Promise<void>
}

interface Options {
  now?: () => Date
  random?: () => number
  /** Shorter than in production, for tests that wait for the timeout. */
  patienceMs?: number
  /** How long a failing receiver rests after a request. */
  pauseMs?: number
}

/**
 * Sends the messages of all endpoints, with a few requests at the same time to each. A receiver that fails gets one request
 * in ten seconds, because it may belong to someone who never wanted the messages. One instance per process.
 */
export function createSender(
  services: SendServices,
  {
    now = () => new Date(),
    random = Math.random,
    patienceMs = PATIENCE_MS,
    pauseMs = PATIENCE_MS,
  }: Options = {},
): Sender {
  const { db, log, config } = services
  const runs = POOLS.map((pool) => ({ pool, running: new Map<Promise<void>, ClaimedDelivery>() }))
  const stopping = new AbortController()
  const resting = new Set<string>()
  let filling: Promise<void> | undefined
  let isRequested = false

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    try {
      const result = await postMessage(signMessage(delivery, { ...services, now: now() }), {
        ...config.webhooks,
        patienceMs,
      })
      await recordAttempt(services, { delivery, result, now: now(), random: random() })
    } catch (error) {
      // The lease ends later, and the message is sent again.
      log.error({ err: error, deliveryId: delivery.id }, 'webhooks: an attempt could not be made or stored')
    }
  }

  /** Lets a failing receiver rest. Its slot is free for others meanwhile. */
  async function letRest(endpointId: string): Promise<void> {
    resting.add(endpointId)
    await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    resting.delete(endpointId)
    await refill()
  }

  async function fillPool(pool: Pool, running: Map<Promise<void>, ClaimedDelivery>): Promise<void> {
    const slots = pool.slots - running.size
    // Counted over both pools, because an endpoint may have changed its pool since its request began.
    const all = runs.flatMap((run) => [...run.running.values()])
    const claimed = await claimDeliveries(db, {
      ...pool,
      slots,
      perUser: PER_USER,
      running: all,
      resting: [...resting],
      now: now(),
    })
    for (const delivery of claimed) {
      const task = attempt(delivery).finally(() => {
        running.delete(task)
        if (pool.isFailing) void letRest(delivery.endpointId)
        void refill()
      })
      running.set(task, delivery)
    }
  }

  // One claim at a time, so that two don't count the same free slots.
  async function fillAll(): Promise<void> {
    try {
      do {
        isRequested = false
        for (const { pool, running } of runs) if (!stopping.signal.aborted) await fillPool(pool, running)
      } while (isRequested)
    } finally {
      // Before anything else can run: a request that waits for a call that has ended would be lost.
      filling = undefined
    }
  }

  function fill(): Promise<void> {
    isRequested = true
    filling ??= fillAll()
    return filling
  }

  async function refill(): Promise<void> {
    try {
      if (!stopping.signal.aborted) await fill()
    } catch (error) {
      log.error({ err: error }, 'webhooks: due messages could not be read')
    }
  }

  async function finish(): Promise<void> {
    await filling?.catch(() => undefined)
    await Promise.all(runs.flatMap(({ running }) => [...running.keys()]))
  }

  return {
    async send() {
      if (!stopping.signal.aborted) await fill()
      return runs.reduce((sum, { running }) => sum + running.size, 0)
    },
    async stop() {
      stopping.abort()
      const timeout = new AbortController()
      // A result that is not stored by then is lost, and the message is sent again once its lease ends.
      await Promise.race([
        finish(),
        wait(patienceMs, undefined, { signal: timeout.signal }).catch(() => undefined),
      ])
      timeout.abort()
    },
  }
}
