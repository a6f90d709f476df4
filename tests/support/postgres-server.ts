import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { migrate } from '~/database/migrate'
import { startScratchDatabase } from '~/database/scratch'
import { runAsAdmin, withDatabase } from './database'

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

/**
 * Returns a folder in memory if there is one with enough space. A database is 900 files, and creating files on a disk
 * while others are deleted takes up to ten times the CPU.
 */
function findFastFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir()
}
