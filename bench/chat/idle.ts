import { execFileSync } from 'node:child_process'
import { connect } from '~/database/connect'
import { startDatabase } from '../harness/database'
import type { Figure } from '../harness/alternate'
import { INSPECTION, openInspector } from '../harness/inspector'
import { insertRooms, streamOpening } from '../harness/people'
import { startProduct } from '../harness/processes'
import { openReaders } from '../harness/readers'
import { sized } from '../harness/quick'

const ROOMS = sized(100, 5)
const FEW = sized(200, 5)
const MORE = sized(2000, 20)
const ROUNDS = sized(4, 1)
const LIMIT = 30_000
const GOAL = 1
// Longer than the heartbeat interval, at which each stream checks its session.
const SETTLING_MS = sized(25_000, 100)

/**
 * Measures how much memory one more idle stream costs, as a ratio to the limit of 30 kB. Reads all memory of the
 * process right after a forced garbage collection, because the time of automatic collections varies. Each round uses
 * a new process.
 */
export async function measureIdle(): Promise<Figure> {
  const server = await startDatabase()
  const db = connect({ url: server.url, poolSize: 2 })
  const people = await insertRooms(db, { rooms: ROOMS, members: (FEW + MORE) / ROOMS })
  const figure: Figure = { name: 'chat idle', goal: GOAL, direction: 'max', ratios: [] }
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const product = await startProduct(server.url, { NODE_OPTIONS: INSPECTION })
      const inspector = await openInspector(product.errors())
      const settled = async () => {
        await new Promise((resolve) => setTimeout(resolve, SETTLING_MS))
        await inspector.collectGarbage()
        return residentBytes(product.pid)
      }
      const few = await openReaders([product.port], people.slice(0, FEW).map(streamOpening))
      const before = await settled()
      const more = await openReaders([product.port], people.slice(FEW).map(streamOpening))
      const after = await Promise.race([settled(), few.broken, more.broken])
      const each = (after - before) / MORE
      figure.ratios.push(each / LIMIT)
      console.log(
        `  chat idle round ${round}: ${FEW} streams ${inMb(before)}, ${FEW + MORE} ${inMb(after)}, ` +
          `${(each / 1000).toFixed(1)} kB each, ratio ${(each / LIMIT).toFixed(3)}`,
      )
      inspector.close()
      few.close()
      more.close()
      await product.stop()
    }
    return figure
  } finally {
    await db.destroy()
    await server.stop()
  }
}

/** Returns all resident memory of the process, including memory outside the JavaScript heap (sockets, parsers). */
function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

const inMb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
