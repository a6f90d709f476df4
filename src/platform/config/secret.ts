import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from './configuration'

const SHORTEST = 32

/**
 * The key that signs cookies and tokens: SECRET, or the one that was generated into the data folder at the first start.
 * Throws when the kept one is damaged, since a new one would sign everybody out unseen.
 */
export function readSecret(config: Pick<Configuration, 'secret' | 'dataDir'>): string {
  if (config.secret !== undefined) return config.secret
  const file = join(config.dataDir, 'secret')
  return readKept(file) ?? generate(config.dataDir, file)
}

function readKept(file: string): string | undefined {
  let kept: string
  try {
    kept = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  if (kept.length < SHORTEST)
    throw new Error(`The file ${file} is damaged. Set SECRET, or delete the file to sign everybody out.`)
  return kept
}

function generate(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // A link fails when the file exists by now, so two first starts agree on one secret, and it is never half written.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const kept = readKept(file)
  if (kept === undefined) throw new Error(`The file ${file} cannot be read back.`)
  return kept
}
