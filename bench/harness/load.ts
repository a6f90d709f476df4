import { openConnection, type Connection } from './connection'
import { countOperations } from './cpu'
import { isQuick } from './quick'

/**
 * Runs `worker` in a loop on each of `connections` keep-alive connections for `seconds`, and returns completions per
 * second. This is a closed loop, which measures throughput; for latencies use open-loop.ts. The worker throws on a
 * wrong response, which ends the benchmark.
 */
export async function load(options: {
  /** A port on loopback, or the path of a Unix socket. */
  port: number | string
  connections: number
  seconds: number
  worker: (connection: Connection, index: number) => Promise<void>
}): Promise<number> {
  const { port, connections, worker } = options
  const seconds = isQuick ? 0.3 : options.seconds
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const started = performance.now()
  const until = started + seconds * 1000
  let done = 0
  try {
    await Promise.all(
      open.map(async (connection, index) => {
        while (performance.now() < until) {
          await worker(connection, index)
          done += 1
        }
      }),
    )
  } finally {
    for (const connection of open) connection.close()
  }
  countOperations(done)
  return done / ((performance.now() - started) / 1000)
}

/** Returns a worker that repeats one request and checks the status and a text in the response. */
export function repeat(bytes: string, expected: { status: number; contains: string }) {
  return async (connection: Connection) => {
    const answer = await connection.request(bytes)
    if (answer.status !== expected.status || !answer.body.includes(expected.contains)) {
      throw new Error(`unexpected answer ${answer.status}: ${answer.body.subarray(0, 300).toString()}`)
    }
  }
}

export async function measureTimings(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  const times = isQuick ? 1 : count
  for (let index = 0; index < times; index++) {
    const started = performance.now()
    await run()
    all.push(performance.now() - started)
  }
  countOperations(times)
  return all
}
