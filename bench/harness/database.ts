import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { startScratchDatabase } from '~/database/scratch'
import { watchPostgres } from './cpu'

interface BenchDatabase {
  url: string
  stop(): Promise<void>
}

/**
 * An empty, migrated database on a PostgreSQL of its own. run-quick.ts names a server that all quick forms share: there it is
 * a copy of its template database, and `settings` do not count.
 */
export async function startDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const shared = process.env['BENCH_SERVER']
  const database = shared ? await copyTemplate(shared) : await startScratchDatabase(settings)
  await watchPostgres(database.url)
  return database
}

async function copyTemplate(template: string): Promise<BenchDatabase> {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const own = new URL(template)
  const from = own.pathname.slice(1)
  own.pathname = `/${name}`
  const admin = new URL(template)
  admin.pathname = '/postgres'
  await runAs(admin.href, `create database ${name} template ${from}`)
  return { url: own.href, stop: () => runAs(admin.href, `drop database ${name} with (force)`) }
}

async function runAs(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
