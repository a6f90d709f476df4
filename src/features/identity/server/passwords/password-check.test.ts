import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { NO_AUTH_FILE } from '~/platform/config/auth-file'
import { createLog } from '~/platform/log/log'
import { DEFAULT_SETTINGS } from '~/features/settings/server/public'
import { startFormService } from '~tests/support/form-service'
import { findWeakness } from './password-check'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const stolen = hashOf('correct horse')
const padded = hashOf('never seen anywhere')
let status = 200
const service = await startFormService(() => ({
  status,
  body: `0018A45C4D1DEF81644B54AB7F969B88D65:10\r\n${stolen.slice(5)}:3861493\r\n${padded.slice(5)}:0\r\n`,
}))
afterAll(service.stop)
beforeEach(() => {
  status = 200
  service.received.length = 0
})

const log = createLog({ level: 'silent' })
const contextOf = (url?: string) => ({
  log,
  settings: { read: async () => ({ ...DEFAULT_SETTINGS, name: 'Low Ceiling' }) },
  config: {
    publicUrl: 'https://b2b.example',
    mailFrom: 'hello@b2b.example',
    auth: { ...NO_AUTH_FILE, ...(url !== undefined && { passwordCheck: { kind: 'hibp' as const, url } }) },
  },
})

test('A-08 only the first five characters of a password’s hash are sent, and only if a service is configured', async () => {
  expect(await findWeakness(contextOf(), 'correct horse', {})).toBeUndefined()
  expect(service.received).toEqual([])
  expect(await findWeakness(contextOf(service.url), 'correct horse', {})).toBe('pwned')
  expect(service.received.map(({ path }) => path)).toEqual([`/range/${stolen.slice(0, 5)}`])
  expect(service.received[0]?.headers).toMatchObject({ 'add-padding': 'true' })
})

test('A-08 refuses the most common passwords with and without the service', async () => {
  for (const url of [undefined, service.url])
    expect(await findWeakness(contextOf(url), '12345678', {})).toBe('pwned')
  expect(service.received).toEqual([])
})

test('A-08 a password that is listed only as padding, or not at all, is accepted', async () => {
  expect(await findWeakness(contextOf(service.url), 'never seen anywhere', {})).toBeUndefined()
  expect(await findWeakness(contextOf(service.url), 'another good one', {})).toBeUndefined()
})

test('A-08 refuses names of the product, the site or the owner as passwords', async () => {
  const owner = { email: 'ines@sand.example', fullName: 'Ines Sand-Dune' }
  for (const password of ['Back to Back', 'low-ceiling', 'ines@sand.example', 'sand.dune.1990'])
    expect(await findWeakness(contextOf(), password, owner)).toBe('pwned')
})

test('A-08 refuses a short password without calling the service', async () => {
  expect(await findWeakness(contextOf(service.url), 'short', {})).toBe('length')
  expect(service.received).toEqual([])
})

test('A-08 passwords pass while the service is unavailable, with a warning in the log', async () => {
  const warn = vi.spyOn(log, 'warn')
  status = 503
  expect(await findWeakness(contextOf(service.url), 'correct horse', {})).toBeUndefined()
  expect(await findWeakness(contextOf('http://127.0.0.1:9'), 'correct horse', {})).toBeUndefined()
  expect(warn).toHaveBeenCalledTimes(2)
  expect(JSON.stringify(warn.mock.calls)).not.toContain('correct horse')
})
