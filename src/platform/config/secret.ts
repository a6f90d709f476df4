import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinSecrets } from '~/platform/secrets/derived-key'
import type { Configuration } from './configuration'

const SHORTEST = 32

/**
 * Returns the text that all keys are derived from: SECRET, or the secret generated into the data folder at the first
 * start, joined with SECRET_PREVIOUS.
 * @throws Error when the stored secret is damaged: generating a new one would silently sign out every user.
 */
export function readSecret(config: Pick<Configuration, 'secret' | 'previousSecret' | 'dataDir'>): string {
  return joinSecrets(config.secret ?? readOrGenerateSecret(config.dataDir), config.previousSecret)
}

function readOrGenerateSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  return readSecretFile(file) ?? generateSecret(dataDir, file)
}

function readSecretFile(file: string): string | undefined {
  let stored: string
  try {
    stored = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  if (stored.length < SHORTEST)
    throw new Error(`The file ${file} is damaged. Set SECRET, or delete the file to sign out every user.`)
  return stored
}

function generateSecret(dataDir: string, file: string): string {
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // Linking fails if the file exists. So two concurrent first starts use the same secret, and the file is never half
    // written.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const stored = readSecretFile(file)
  if (stored === undefined) throw new Error(`The file ${file} can't be read back.`)
  return stored
}
