import { openConnection, type Answer, type Connection } from './connection'
import { countOperations } from './cpu'

export interface Latencies {
  /** Milliseconds, ascending. */
  all: number[]
  p50: number
  p99: number
}

/**
 * Sends requests on a schedule, whether or not earlier ones have been answered, and measures each from the time it was
 * due: a stall of the server delays all requests due meanwhile, as it does for people.
 * @throws when a response is not what `check` expects
 */
export async function openLoop(options: {
  port: number
  perSecond: number
  seconds: number
  bytes: (index: number) => string
  check: (answer: Answer) => boolean
}): Promise<Latencies> {
  const { port, perSecond, seconds, bytes, check } = options
  const count = Math.max(1, Math.round(perSecond * seconds))
  const free: Connection[] = []
  const all: number[] = []
  const opened: Connection[] = []
  const started = performance.now() + 20

  async function send(index: number, due: number): Promise<void> {
    const connection = free.pop() ?? (await openConnection(port))
    if (!opened.includes(connection)) opened.push(connection)
    const answer = await connection.request(bytes(index))
    all.push(performance.now() - due)
    free.push(connection)
    if (!check(answer))
      throw new Error(`unexpected answer ${answer.status}: ${answer.body.subarray(0, 300).toString()}`)
  }

  const running: Promise<void>[] = []
  try {
    for (let index = 0; index < count; index++) {
      const due = started + (index * 1000) / perSecond
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      running.push(send(index, due))
    }
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
    for (const connection of opened) connection.close()
  }
  countOperations(count)
  all.sort((a, b) => a - b)
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
  return { all, p50: at(0.5), p99: at(0.99) }
}
