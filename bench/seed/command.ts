import { parseArgs } from 'node:util'
import { readConfiguration } from '~/platform/config/configuration'
import { createLog } from '~/platform/log/log'
import { openDatabase } from '~/database/open-database'
import { seedLarge } from './seed-large'

const LARGE = { events: 100_000, tickets: 1_000_000, djs: 100_000 }

/**
 * Runs `npm run seed -- --size large`, or `--events 1000 --tickets 5000 --djs 500`: fills the configured database for
 * benchmarks. Stop the server first if it uses the built-in database. To have the demo too, start and stop the server
 * once before: it adds the demo only to a database without accounts. Throws Errors with readable messages.
 */
export async function runSeedCommand(argv: string[]): Promise<void> {
  const size = readSize(argv)
  const config = readConfiguration(process.env)
  const log = createLog({ level: config.logLevel })
  const { db, close } = await openDatabase(config, { log, poolSize: 2 })
  try {
    const people = await db
      .selectFrom('profiles')
      .select('id')
      .where('is_sample', '=', false)
      .limit(1)
      .execute()
    if (config.databaseUrl !== undefined && people.length > 0)
      throw new Error('This database already contains people. Use an empty one.')
    log.info(size, 'filling the database; this takes a while')
    const startedAt = Date.now()
    await seedLarge(db, { ...size, now: new Date() })
    log.info({ seconds: Math.round((Date.now() - startedAt) / 1000) }, 'the database is filled')
  } finally {
    await close()
  }
}

/** Parses the size of the data from the arguments. Throws an Error with valid examples if they are invalid. */
export function readSize(argv: string[]): { events: number; tickets: number; djs: number } {
  const { values } = parseArgs({
    args: argv,
    options: {
      size: { type: 'string' },
      events: { type: 'string' },
      tickets: { type: 'string' },
      djs: { type: 'string' },
    },
  })
  const isNamed = values.size === 'large' || (values.size === undefined && values.events !== undefined)
  const events = Number(values.events ?? LARGE.events)
  const tickets = Number(values.tickets ?? events * (LARGE.tickets / LARGE.events))
  const djs = Number(values.djs ?? (values.events === undefined ? LARGE.djs : 0))
  if (!isNamed || !isCount(events) || !isCount(tickets) || !(djs === 0 || isCount(djs)))
    throw new Error('Specify a size: npm run seed -- --size large, or -- --events 1000 --tickets 10000')
  return { events, tickets, djs }
}

function isCount(n: number): boolean {
  return Number.isSafeInteger(n) && n > 0
}
