import type { TestProject } from 'vitest/node'
import { migrate } from '~/database/migrate'
import { startScratchDatabase } from '~/database/scratch-database'
import { runAsAdmin, withDatabase } from './database'
import { findFastFolder } from './fast-folder'

/**
 * Vitest calls this once per run. Starts PostgreSQL in a temporary folder, or uses TEST_DATABASE_URL (whose user may
 * create databases), and creates the migrated template that the database of every test file is cloned from.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env['TEST_DATABASE_URL']
  const server = own
    ? { url: own, stop: async () => undefined }
    : await startScratchDatabase({ max_connections: '400', max_wal_size: '256MB' }, findFastFolder())
  const template = `template_${process.pid}`
  const demoTemplate = `${template}_demo`
  // Left over from an interrupted run with the same process id.
  const left = [template, demoTemplate, `${demoTemplate}_draft`]
  try {
    for (const name of left) await runAsAdmin(server.url, `drop database if exists ${name}`)
    await runAsAdmin(server.url, `create database ${template}`)
    await migrate(withDatabase(server.url, template))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('testServer', { admin: server.url, template, demoTemplate })
  return async () => {
    for (const name of left) await runAsAdmin(server.url, `drop database if exists ${name}`)
    await server.stop()
  }
}
