import { execFileSync } from 'node:child_process'
import { connect } from '~/database/connect'
import { startScratchDatabase } from '~/database/scratch'
import type { Figure } from '../harness/alternate'
import { inspection } from '../harness/inspector'
import { insertRooms, streamOpening } from '../harness/people'
import { startProduct } from '../harness/processes'
import { openReaders } from '../harness/readers'

const FEW = 200
const MORE = 2000
const ROUNDS = 4
const LIMIT = 30_000
const GOAL = 1
// Longer than between two signs of life, each of which looks at a session again.
const SETTLING_MS = 25_000

/**
 * What one more open stream that hears nothing costs the process, against 30 kB: all of its memory, once what nobody holds any
 * more is cleared away, since when that happens by itself depends on everything else. A fresh process each time.
 */
export async function measureIdle(): Promise<Figure> {
  const server = await startScratchDatabase()
  const db = connect({ url: server.url, poolSize: 2 })
  const people = await insertRooms(db, { rooms: 100, members: (FEW + MORE) / 100 })
  const figure: Figure = { name: 'chat idle', goal: GOAL, direction: 'max', ratios: [] }
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const { options, open } = await inspection()
      const product = await startProduct(server.url, { NODE_OPTIONS: options })
      const inspector = await open()
      const settled = async () => {
        await new Promise((resolve) => setTimeout(resolve, SETTLING_MS))
        await inspector.collectGarbage()
        return residentBytes(product.pid)
      }
      const few = await openReaders(product.port, people.slice(0, FEW).map(streamOpening))
      const before = await settled()
      const more = await openReaders(product.port, people.slice(FEW).map(streamOpening))
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

/** All memory of the process that is in use, also what is not JavaScript's: sockets, parsers. */
function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

const inMb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
