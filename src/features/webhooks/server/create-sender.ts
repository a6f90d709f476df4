import { setTimeout as wait } from 'node:timers/promises'
import { claimDeliveries, type ClaimedDelivery } from './claim-deliveries'
import type { SendServices } from './context'
import { PATIENCE_MS, postMessage } from './post-message'
import { recordAttempt } from './record-attempt'
import { signMessage } from './sign-message'

/**
 * Limits of simultaneous requests in one process. Failing receivers have their own slots, so that they don't hold up
 * the others.
 */
const POOLS = [
  { isFailing: false, slots: 50, perEndpoint: 2 },
  { isFailing: true, slots: 25, perEndpoint: 1 },
] as const
type Pool = (typeof POOLS)[number]
/** The maximum number of simultaneous requests to all endpoints of one member, in both pools together. */
const PER_USER = 4

export interface Sender {
  /**
   * Starts sending due messages, and returns the number of running requests. Continues until no message is due. Does
   * nothing after `stop`.
   */
  send: () => Promise<number>
  /**
   * Waits until the running requests have ended and their results are stored, at most for the timeout of a request.
   */
  stop: () => Promise<void>
}

interface Options {
  now?: () => Date
  random?: () => number
  /** The timeout of a request in milliseconds, shorter in tests that wait for it. */
  patienceMs?: number
  /** The pause of a failing receiver after each request, in milliseconds. */
  pauseMs?: number
}

/**
 * Sends the messages of all endpoints, with a few requests at the same time to each. A failing receiver gets one
 * request every ten seconds, because it may belong to someone who never wanted the messages. Create one sender per
 * process.
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
  const pausedEndpointIds = new Set<string>()
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
      // The message is sent again when its lease ends.
      log.error({ err: error, deliveryId: delivery.id }, 'webhooks: an attempt could not be made or stored')
    }
  }

  /** Pauses a failing receiver. Other receivers can use its slot during the pause. */
  async function pauseReceiver(endpointId: string): Promise<void> {
    pausedEndpointIds.add(endpointId)
    await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    pausedEndpointIds.delete(endpointId)
    await refill()
  }

  async function fillPool(pool: Pool, running: Map<Promise<void>, ClaimedDelivery>): Promise<void> {
    const slots = pool.slots - running.size
    // Counts the requests of both pools, because an endpoint may have changed pools since its request began.
    const all = runs.flatMap((run) => [...run.running.values()])
    const claimed = await claimDeliveries(db, {
      ...pool,
      slots,
      perUser: PER_USER,
      running: all,
      resting: [...pausedEndpointIds],
      now: now(),
    })
    for (const delivery of claimed) {
      const task = attempt(delivery).finally(() => {
        running.delete(task)
        if (pool.isFailing) void pauseReceiver(delivery.endpointId)
        void refill()
      })
      running.set(task, delivery)
    }
  }

  // Makes one claim at a time, so that two claims don't count the same free slots.
  async function fillAll(): Promise<void> {
    try {
      do {
        isRequested = false
        for (const { pool, running } of runs) if (!stopping.signal.aborted) await fillPool(pool, running)
      } while (isRequested)
    } finally {
      // Clears `filling` immediately. Otherwise a new call of `fill` would wait for a run that has already ended, and
      // its messages would not be sent.
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
      // A result that isn't stored before the timeout is lost, and the message is sent again when its lease ends.
      await Promise.race([
        finish(),
        wait(patienceMs, undefined, { signal: timeout.signal }).catch(() => undefined),
      ])
      timeout.abort()
    },
  }
}
