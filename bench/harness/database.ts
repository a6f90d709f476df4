import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { startScratchDatabase } from '~/database/scratch-database'
import { watchPostgres } from './cpu'

interface BenchDatabase {
  url: string
  stop(): Promise<void>
}

/**
 * Starts an empty, migrated database on its own PostgreSQL. In the quick form, run-quick.ts provides a shared server
 * (BENCH_SERVER): the database is a copy of its template, and `settings` are ignored.
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
