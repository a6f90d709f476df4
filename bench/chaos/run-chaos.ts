import { type ChaosClient, startClient, type Told } from './client'
import { findFaults } from './find-faults'
import { startProxy } from './proxy'

export interface ChaosServer {
  port: number
  /** Kills the server as a power cut would. */
  kill(): Promise<void>
}

interface Chaos {
  /** Each start uses the same database. */
  startServer: () => Promise<ChaosServer>
  people: ReadonlyArray<{ id: string; cookie: string }>
  roomId: string
  stored: () => Promise<Told[]>
  seconds: number
  kills: number
  everyMs: number
  /** Share of all connections cut per second. */
  cutShare: number
  resumes?: boolean
}

const CUT_EVERY_MS = 100
const PATIENCE_MS = 20_000
/** Clients that don't resume never receive what they missed, so they get little time to catch up. */
const CONTROL_MS = 1_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** Has all clients write while the server is killed and connections are cut. Returns the counts and the faults. */
export async function runChaos(chaos: Chaos) {
  const { people, roomId, seconds, kills, everyMs, resumes = true } = chaos
  const proxy = await startProxy()
  let server = await chaos.startServer()
  proxy.lead({ port: server.port, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${proxy.port}`
  const clients = people.map(({ id, cookie }, index) =>
    startClient({
      address,
      cookie,
      personId: id,
      roomId,
      everyMs,
      resumes,
      resumesByHeader: index % 2 === 0,
    }),
  )
  let cuts = 0
  let scissors: NodeJS.Timeout | undefined
  let nap: NodeJS.Timeout | undefined
  try {
    await Promise.all(clients.map(({ listening }) => listening))
    scissors = setInterval(() => {
      cuts += proxy.cut((chaos.cutShare * CUT_EVERY_MS) / 1000)
    }, CUT_EVERY_MS)
    const started = performance.now()
    // One client sleeps long enough to miss more than a stream can replay.
    nap = setTimeout(() => clients[0]?.sleep(seconds * 600), seconds * 200)
    for (let kill = 1; kill <= kills; kill++) {
      await wait(started + (kill * seconds * 1000) / (kills + 1) - performance.now())
      await server.kill()
      server = await chaos.startServer()
      proxy.lead({ port: server.port, host: '127.0.0.1' })
    }
    await wait(started + seconds * 1000 - performance.now())
    await Promise.all(clients.map((client) => client.finishWriting()))
    clearInterval(scissors)
    const stored = await chaos.stored()
    await allClientsCaughtUp(clients, stored.at(-1)?.seq ?? 0, resumes ? PATIENCE_MS : CONTROL_MS)
    const sum = (count: (client: ChaosClient) => number) =>
      clients.reduce((total, client) => total + count(client), 0)
    return {
      faults: findFaults(clients, stored),
      stored: stored.length,
      read: sum(({ read }) => read.length),
      acknowledged: sum((client) => client.acknowledged.length),
      cuts,
      streams: sum(({ counts }) => counts.opened),
      retries: sum(({ counts }) => counts.retries),
      reread: sum(({ counts }) => counts.reread),
    }
  } finally {
    clearInterval(scissors)
    clearTimeout(nap)
    for (const client of clients) client.close()
    await server.kill()
    await proxy.close()
  }
}

/** Waits until all clients have read the last message; the rest have missed it. */
async function allClientsCaughtUp(
  clients: readonly ChaosClient[],
  last: number,
  patienceMs: number,
): Promise<void> {
  const until = performance.now() + patienceMs
  while (clients.some(({ read }) => (read.at(-1)?.seq ?? 0) < last) && performance.now() < until)
    await wait(50)
}
