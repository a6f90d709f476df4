import { type ChaosClient, startClient, type Told } from './client'
import { findFaults } from './find-faults'
import { startProxy } from './proxy'

export interface ChaosServer {
  port: number
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

interface Chaos {
  /** On the same database each time. */
  startServer: () => Promise<ChaosServer>
  people: ReadonlyArray<{ id: string; cookie: string }>
  roomId: string
  /** What the room holds, in its order. */
  stored: () => Promise<Told[]>
  seconds: number
  kills: number
  /** Between two messages of one person. */
  everyMs: number
  /** Of all connections, per second. */
  cutShare: number
  resumes?: boolean
}

const CUT_EVERY_MS = 100
const PATIENCE_MS = 20_000
/** Whoever began anew is not waited for: what they missed does not come. */
const CONTROL_MS = 1_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** Everybody writes while the server is killed and the network breaks; answers what happened, and what went wrong. */
export async function runChaos(chaos: Chaos) {
  const { people, roomId, seconds, kills, everyMs, resumes = true } = chaos
  const proxy = await startProxy()
  let server = await chaos.startServer()
  proxy.lead(server.port)
  const address = `http://127.0.0.1:${proxy.port}`
  const clients = people.map(({ id, cookie }, index) =>
    startClient({ address, cookie, personId: id, roomId, everyMs, resumes, asksByHeader: index % 2 === 0 }),
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
    // One of them closes the laptop: long enough to miss more than a stream tells again.
    nap = setTimeout(() => clients[0]?.sleep(seconds * 600), seconds * 200)
    for (let kill = 1; kill <= kills; kill++) {
      await wait(started + (kill * seconds * 1000) / (kills + 1) - performance.now())
      await server.kill()
      server = await chaos.startServer()
      proxy.lead(server.port)
    }
    await wait(started + seconds * 1000 - performance.now())
    await Promise.all(clients.map((client) => client.finishWriting()))
    clearInterval(scissors)
    const stored = await chaos.stored()
    await everybodyHasRead(clients, stored.at(-1)?.seq ?? 0, resumes ? PATIENCE_MS : CONTROL_MS)
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

/** Up to the last message; whoever never gets there has missed it. */
async function everybodyHasRead(
  clients: readonly ChaosClient[],
  last: number,
  patienceMs: number,
): Promise<void> {
  const until = performance.now() + patienceMs
  while (clients.some(({ read }) => (read.at(-1)?.seq ?? 0) < last) && performance.now() < until)
    await wait(50)
}
