import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, connect } from '~/database/connect'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the run's PostgreSQL, see postgres-server.ts. */
    testServer: { admin: string; template: string; demoTemplate: string }
  }
}

interface TestDatabase {
  db: Database
  url: string
  drop: () => Promise<void>
}

/**
 * Creates a separate migrated, empty database, cloned from the run's template in about 50 ms. One per test file: create
 * it in `beforeAll`, `drop` it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneOf(inject('testServer').template)
}

/**
 * Like createTestDatabase, with the demo data. The first caller of a run seeds it, which takes a second; the others get
 * copies.
 */
export async function createDemoDatabase(
  fill: (database: Pick<TestDatabase, 'db' | 'url'>) => Promise<unknown>,
): Promise<TestDatabase> {
  const { admin, template, demoTemplate } = inject('testServer')
  const client = new Client({ connectionString: admin })
  await client.connect()
  try {
    // Two workers may request the first copy concurrently.
    await client.query(`select pg_advisory_lock(hashtext('${demoTemplate}'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [demoTemplate])
    if (rowCount === 0) {
      const draft = `${demoTemplate}_draft`
      await client.query(`drop database if exists ${draft}`)
      await client.query(`create database ${draft} template ${template}`)
      const url = withDatabase(admin, draft)
      const db = connect({ url, poolSize: 2, name: draft })
      try {
        await fill({ db, url })
      } finally {
        await db.destroy()
      }
      // Renamed only when complete, so that a failed draft never becomes the template.
      await client.query(`alter database ${draft} rename to ${demoTemplate}`)
    }
  } finally {
    await client.end()
  }
  return cloneOf(demoTemplate)
}

async function cloneOf(template: string): Promise<TestDatabase> {
  const { admin } = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes a fifth less CPU than copying pages through the write-ahead log.
  await runAsAdmin(admin, `create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(admin, name)
  const db = connect({ url, poolSize: 8, name })
  const drop = async (): Promise<void> => {
    await db.destroy()
    await runAsAdmin(admin, `drop database ${name} with (force)`)
  }
  return { db, url, drop }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

export async function runAsAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
