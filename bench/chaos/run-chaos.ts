import { type ChaosClient, startClient, type Told } from './client'
import { findFaults } from './find-faults'
import { startProxy } from './proxy'

export interface ChaosServer {
  port: number
  /** Kills the server as a power cut would. */
  kill(): Promise<void>
}

interface Chaos {
  /** Starts a server; each start uses the same database. */
  startServer: () => Promise<ChaosServer>
  people: ReadonlyArray<{ id: string; cookie: string }>
  roomId: string
  stored: () => Promise<Told[]>
  /** How many messages each person writes. */
  messages: number
  kills: number
  everyMs: number
  /** Share of the open connections cut after each message. */
  cutShare: number
  resumes?: boolean
}

/** Time for all clients to catch up after the last message; only a run that hangs takes longer. */
const PATIENCE_MS = 120_000
/**
 * Time for the clients of the control run to catch up. Short, because their streams don't resume, so they never
 * receive the messages they missed.
 */
const CONTROL_MS = 1_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Has all clients write while the server is killed and connections are cut. The number of messages acknowledged so
 * far decides when that happens, so that the speed of the machine doesn't matter. Returns the counts and the faults.
 */
export async function runChaos(chaos: Chaos) {
  const { people, roomId, messages, kills, everyMs, cutShare, resumes = true } = chaos
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
      messages,
      everyMs,
      resumes,
      resumesByHeader: index % 2 === 0,
    }),
  )
  const sum = (count: (client: ChaosClient) => number) =>
    clients.reduce((total, client) => total + count(client), 0)
  const written = Promise.all(clients.map(({ writing }) => writing))
  const total = people.length * messages
  let isOver = false
  let cuts = 0

  /** Waits until this many messages are acknowledged. */
  async function untilSent(count: number): Promise<void> {
    for (;;) {
      if (isOver || sum(({ acknowledged }) => acknowledged.length) >= count) return
      await wait(10)
    }
  }
  async function cutConnections(): Promise<void> {
    for (let sent = 1; sent <= total; sent++) {
      await untilSent(sent)
      cuts += proxy.cut(cutShare)
    }
  }
  async function nap(client: ChaosClient | undefined): Promise<void> {
    await untilSent(0.2 * total)
    client?.sleep()
    await untilSent(0.8 * total)
    client?.wake()
  }
  async function killServers(): Promise<void> {
    for (let kill = 1; kill <= kills; kill++) {
      await untilSent((kill * total) / (kills + 1))
      if (isOver) return
      await server.kill()
      server = await chaos.startServer()
      proxy.lead({ port: server.port, host: '127.0.0.1' })
    }
  }
  try {
    await Promise.all(clients.map(({ listening }) => listening))
    // One client sleeps long enough to miss more than a stream can replay.
    await Promise.all([written, cutConnections(), nap(clients[0]), killServers()])
    const stored = await chaos.stored()
    await allClientsCaughtUp(clients, stored.at(-1)?.seq ?? 0, resumes ? PATIENCE_MS : CONTROL_MS)
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
    isOver = true
    for (const client of clients) client.close()
    await server.kill()
    await proxy.close()
  }
}

/** Waits until all clients have read the last message. Clients that time out have missed messages. */
async function allClientsCaughtUp(
  clients: readonly ChaosClient[],
  last: number,
  patienceMs: number,
): Promise<void> {
  const until = performance.now() + patienceMs
  while (clients.some(({ read }) => (read.at(-1)?.seq ?? 0) < last) && performance.now() < until)
    await wait(50)
}
