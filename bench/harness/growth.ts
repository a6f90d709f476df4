import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { connect, type Database } from '~/database/connect'
import { alternate, conclude, type Figure, median } from './alternate'
import { startDatabase } from './database'
import { measureTimings } from './load'

interface Growth<Reader extends { db: Database }> {
  /** Prefix of each figure's name and of the databases. */
  name: string
  /** The two sizes to compare, and their unit, such as `events`. */
  small: number
  large: number
  things: string
  /** Fills an empty database and returns the input of the readings. */
  fill: (db: Database, size: number) => Promise<Reader>
  /** Number of timed calls per round; `index` counts from 0. */
  calls: number
  readings: Record<string, (reader: Reader, index: number) => Promise<unknown>>
  /** How many times as long a reading may take with the large size as with the small one; 2 by default. */
  goal?: number
}

/**
 * Compares the cost of reads with much data to their cost with little. Sets the exit code.
 */
export async function measureGrowth<Reader extends { db: Database }>(growth: Growth<Reader>): Promise<void> {
  const { name, calls, readings, goal = 2 } = growth
  const server = await startDatabase({ shared_buffers: '512MB', max_wal_size: '8GB' })
  try {
    const small = await open(server.url, growth, growth.small)
    const large = await open(server.url, growth, growth.large)
    const figures: Figure[] = []
    for (const [what, run] of Object.entries(readings)) {
      const p50 = (reader: Reader) => async () => {
        let index = 0
        return median(await measureTimings(calls, () => run(reader, index++)))
      }
      // Warms up plans, caches and the JIT compiler on both sides.
      await p50(small)()
      await p50(large)()
      figures.push(
        await alternate({
          name: `${name} ${what}`,
          goal,
          direction: 'max',
          rounds: 6,
          ours: p50(large),
          peer: p50(small),
        }),
      )
    }
    conclude(figures)
    await small.db.destroy()
    await large.db.destroy()
  } finally {
    await server.stop()
  }
}

/** Creates a separate database in the same server. */
async function open<Reader extends { db: Database }>(
  adminUrl: string,
  { name, things, fill }: Growth<Reader>,
  size: number,
): Promise<Reader> {
  const database = `${name}_${size}_${randomBytes(3).toString('hex')}`
  const url = new URL(adminUrl)
  const admin = connect({ url: adminUrl, poolSize: 1 })
  // The database that is already migrated.
  const template = url.pathname.slice(1)
  url.pathname = `/${database}`
  await sql`create database ${sql.id(database)} template ${sql.id(template)}`.execute(admin)
  await admin.destroy()
  const db = connect({ url: url.href, poolSize: 2 })
  const started = performance.now()
  const reader = await fill(db, size)
  console.log(`  ${size} ${things} in ${Math.round((performance.now() - started) / 1000)} s`)
  return reader
}
