import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecret } from './secret'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('is generated once, into a file that only its owner may read', () => {
  const secret = readSecret({ secret: undefined, dataDir })
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readSecret({ secret: undefined, dataDir })).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test('SECRET wins and writes nothing', () => {
  expect(readSecret({ secret: 'given', dataDir: join(dataDir, 'none') })).toBe('given')
  expect(() => statSync(join(dataDir, 'none'))).toThrow('ENOENT')
})

test('a damaged file stops the start and stays as it is', () => {
  writeFileSync(join(dataDir, 'secret'), 'cut')
  expect(() => readSecret({ secret: undefined, dataDir })).toThrow(
    `The file ${join(dataDir, 'secret')} is damaged.`,
  )
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('cut')
})
