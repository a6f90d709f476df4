import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { splitSecrets } from '~/platform/secrets/derived-key'
import { readSecret } from './secret'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('the secret is generated once, into a file that only its owner can read', () => {
  const config = { secret: undefined, previousSecret: undefined, dataDir }
  const secret = readSecret(config)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readSecret(config)).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test('uses SECRET without writing a file', () => {
  const config = { secret: 'given', previousSecret: undefined, dataDir: join(dataDir, 'none') }
  expect(readSecret(config)).toBe('given')
  expect(() => statSync(join(dataDir, 'none'))).toThrow('ENOENT')
})

test('joins SECRET_PREVIOUS to SECRET, or to the generated secret', () => {
  const previousSecret = 'previous'
  expect(splitSecrets(readSecret({ secret: 'given', previousSecret, dataDir }))).toEqual([
    'given',
    'previous',
  ])
  const generated = readSecret({ secret: undefined, previousSecret: undefined, dataDir })
  expect(splitSecrets(readSecret({ secret: undefined, previousSecret, dataDir }))).toEqual([
    generated,
    'previous',
  ])
})

test('refuses to start with a damaged secret file, and leaves the file unchanged', () => {
  writeFileSync(join(dataDir, 'secret'), 'cut')
  expect(() => readSecret({ secret: undefined, previousSecret: undefined, dataDir })).toThrow(
    `The file ${join(dataDir, 'secret')} is damaged.`,
  )
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('cut')
})
