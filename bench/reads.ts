import { connect } from '~/database/connect'
import { startDatabase } from './harness/database'
import { seedLarge } from './seed/seed-large'
import { alternate, conclude } from './harness/alternate'
import { requestBytes } from './harness/connection'
import { load, repeat } from './harness/load'
import { isPeer, startPeer, startProduct } from './harness/processes'
import { insist } from './harness/sale'
import { serveReads } from './peers/reads-peer'
import { sized } from './harness/quick'

const SECONDS = 3
const CONNECTIONS = 16
const ROUNDS = 6

interface Card {
  id: string
  title: string
  fromCents: number
  available: number
  hostName: string
}

async function read<Body>(port: number, path: string): Promise<Body> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  insist(response.ok, `${path} answered ${response.status}`)
  return (await response.json()) as Body
}

const gist = ({ id, title, fromCents, available, hostName }: Card) =>
  JSON.stringify({ id, title, fromCents, available, hostName })

async function measure(): Promise<void> {
  const server = await startDatabase()
  const db = connect({ url: server.url, poolSize: 1 })
  await seedLarge(db, { events: sized(1_000, 150), tickets: sized(10_000, 300), now: new Date() })
  const product = await startProduct(server.url)
  const peer = await startPeer(server.url)
  const rate = (port: number, path: string, contains: string) => () =>
    load({
      port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      worker: repeat(requestBytes('GET', path), { status: 200, contains }),
    })
  try {
    const ours = await read<{ events: Card[] }>(product.port, '/api/v1/events?limit=50')
    const theirs = await read<{ events: Card[] }>(peer.port, '/list')
    insist(
      ours.events.length === 50 && ours.events.map(gist).join() === theirs.events.map(gist).join(),
      'the lists differ',
    )
    const id = ours.events[7]?.id ?? ''
    const one = await read<Card>(product.port, `/api/v1/events/${id}`)
    insist(gist(one) === gist(await read<Card>(peer.port, `/one?id=${id}`)), 'the events differ')
    const list = {
      ours: rate(product.port, '/api/v1/events?limit=50', 'hostName'),
      peer: rate(peer.port, '/list', 'hostName'),
    }
    const detail = {
      ours: rate(product.port, `/api/v1/events/${id}`, id),
      peer: rate(peer.port, `/one?id=${id}`, id),
    }
    // Warms up the JIT compiler on both sides.
    for (const side of [list.ours, list.peer, detail.ours, detail.peer]) await side()
    conclude([
      await alternate({ name: 'reads list', goal: 0.45, rounds: ROUNDS, ...list }),
      await alternate({ name: 'reads one', goal: 0.35, rounds: ROUNDS, ...detail }),
    ])
  } finally {
    await product.stop()
    await peer.stop()
    await db.destroy()
    await server.stop()
  }
}

if (isPeer) serveReads()
else await measure()
