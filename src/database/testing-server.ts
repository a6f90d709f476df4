import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from './embedded'
import { migrate } from './migrate'
import { runAsAdmin, withDatabase } from './testing'

/**
 * Vitest calls this once per run: a PostgreSQL in a temporary folder, or the one of TEST_DATABASE_URL (whose user may
 * create databases), and in it one migrated database that every test file's own is cloned from.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `template_${process.pid}`
  try {
    await runAsAdmin(server.admin, `drop database if exists ${template}`)
    await runAsAdmin(server.admin, `create database ${template}`)
    await migrate(withDatabase(server.admin, template))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('testServer', { admin: server.admin, template })
  return async () => {
    await runAsAdmin(server.admin, `drop database ${template}`)
    await server.stop()
  }
}

async function startServer(): Promise<{ admin: string; stop: () => Promise<void> }> {
  const own = process.env['TEST_DATABASE_URL']
  if (own) return { admin: own, stop: async () => undefined }
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-test-'))
  const said: string[] = []
  const log = {
    info: (message: string) => said.push(message),
    error: (message: string) => said.push(message),
  }
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    // Nothing of a test outlives the run, so it need not survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
  })
  return {
    admin: server.url,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
