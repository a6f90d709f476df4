import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStorage } from './create-storage'
import type { MediaStorage } from './media-storage'

const set = 'avatars/kq3Zr7-_0123456789abcd'
let dataDir = ''
let storage: MediaStorage
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-storage-'))
  storage = createStorage({ dataDir, storage: undefined })
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('stores files with their type until they are removed', async () => {
  await storage.put(`${set}/96.webp`, Buffer.from('small'))
  await storage.put(`${set}/96.avif`, Buffer.from('smaller'))
  expect(await storage.get(`${set}/96.webp`)).toEqual({
    bytes: Buffer.from('small'),
    contentType: 'image/webp',
  })
  await storage.remove([`${set}/96.webp`])
  expect(await storage.get(`${set}/96.webp`)).toBeUndefined()
  expect(await storage.get(`${set}/96.avif`)).toBeDefined()
  await storage.remove([`${set}/96.avif`, `${set}/256.avif`])
  expect(readdirSync(join(dataDir, 'media/avatars'))).toEqual([])
  await storage.remove([`${set}/96.avif`])
})

test('creates nothing before the first file, and nothing outside the folder', async () => {
  expect(await storage.get(`${set}/96.webp`)).toBeUndefined()
  expect(readdirSync(dataDir)).toEqual([])
  writeFileSync(join(dataDir, 'secret.webp'), 'hush')
  expect(await storage.get('../secret.webp')).toBeUndefined()
  await expect(storage.put('../secret.webp', Buffer.from('x'))).rejects.toThrow('is not a valid file key')
  await expect(storage.remove(['../secret.webp'])).rejects.toThrow('is not a valid file key')
  expect(existsSync(join(dataDir, 'secret.webp'))).toBe(true)
})

test('a failed write leaves no partial file behind', async () => {
  // A folder in the file's place can't be replaced.
  mkdirSync(join(dataDir, 'media', set, '96.webp', 'x'), { recursive: true })
  await expect(storage.put(`${set}/96.webp`, Buffer.from('small'))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(readdirSync(join(dataDir, 'media', set))).toEqual(['96.webp'])
})

test('removing a file also removes a partial file left by a killed process', async () => {
  await storage.put(`${set}/96.webp`, Buffer.from('small'))
  writeFileSync(join(dataDir, 'media', set, '96.avif.part'), 'sm')
  await storage.remove([`${set}/96.webp`, `${set}/96.avif`])
  expect(existsSync(join(dataDir, 'media', set))).toBe(false)
})

test("a disk error isn't reported as a missing file", async () => {
  mkdirSync(join(dataDir, 'media', set, '96.webp'), { recursive: true })
  await expect(storage.get(`${set}/96.webp`)).rejects.toThrow('EISDIR')
})
