import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, connect } from './connect'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the run's PostgreSQL, see testing-server.ts. */
    testServer: { admin: string; template: string }
  }
}

/**
 * A migrated, empty database of the caller's own, cloned from the run's template in some 50 ms. One per test file, in
 * `beforeAll`; `drop` in `afterAll`.
 */
export async function createTestDatabase(): Promise<{
  db: Database
  url: string
  drop: () => Promise<void>
}> {
  const { admin, template } = inject('testServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runAsAdmin(admin, `create database ${name} template ${template}`)
  const url = withDatabase(admin, name)
  const db = connect({ url, poolSize: 8, name })
  const drop = async (): Promise<void> => {
    await db.destroy()
    await runAsAdmin(admin, `drop database ${name} with (force)`)
  }
  return { db, url, drop }
}

/** The same address with another database in it. */
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
