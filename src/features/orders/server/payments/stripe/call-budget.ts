import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderUnavailableError } from '~/lib/payment-errors'
import { isTooManyRequests, type Limits } from '~/platform/limits/limits'

// A second has 23 slots, so any period of one second touches at most 24. The budget covers 25, because some calls
// take up to 43 ms longer to reach Stripe than later calls.
const MAX_SLOTS_PER_SECOND = 23
const SPARE_SLOTS = 2

interface CallBudgetOptions {
  limits: Pick<Limits, 'consume'>
  /** The provider's limit, which all processes share. */
  callsPerSecond: number
  /** How long a call may wait for its turn. */
  patienceMs: number
  now?: () => number
  wait?: (ms: number) => Promise<unknown>
}

/**
 * Returns a function that waits until one more call to the provider is allowed. The processes share the budget
 * through `limits` (Redis); within a process, calls get their turns in order.
 * @throws ProviderUnavailableError if the turn would come too late
 */
export function createCallBudget(options: CallBudgetOptions): () => Promise<void> {
  const { limits, callsPerSecond, patienceMs, now = Date.now, wait = sleep } = options
  const slotsPerSecond = Math.max(1, Math.min(MAX_SLOTS_PER_SECOND, callsPerSecond - SPARE_SLOTS))
  const points = Math.max(1, Math.floor(callsPerSecond / (slotsPerSecond + SPARE_SLOTS)))
  const perSlot = { points, seconds: 2 }
  let last = Promise.resolve()

  async function isTaken(slot: number): Promise<boolean> {
    try {
      await limits.consume('stripe_calls', String(slot), perSlot)
      return false
    } catch (error) {
      if (isTooManyRequests(error)) return true
      throw error
    }
  }

  async function takeSlot(deadline: number): Promise<void> {
    for (;;) {
      const at = now()
      if (at >= deadline) throw new ProviderUnavailableError('too many calls are waiting for Stripe')
      const slot = Math.floor((at * slotsPerSecond) / 1000)
      if (!(await isTaken(slot))) return
      await wait(Math.ceil(((slot + 1) * 1000) / slotsPerSecond - now()))
    }
  }

  return () => {
    const deadline = now() + patienceMs
    const turn = last.then(() => takeSlot(deadline))
    last = turn.catch(() => undefined)
    return turn
  }
}
