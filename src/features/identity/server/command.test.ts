import { decodeProtectedHeader } from 'jose'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { runIdentityCommand } from './command'
import { findServiceToken } from './tokens/service-token'
import { createTokens } from './tokens/access-token'

const SECRET = 'the secret of a site whose operator types commands'
const DAY = 24 * 60 * 60 * 1000
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', database.url)
  vi.stubEnv('SECRET', SECRET)
  vi.stubEnv('DATA_DIR', tmpdir())
})
afterEach(() => void vi.unstubAllEnvs())

const idIn = (line = '') => /[0-9a-f-]{36}/.exec(line)?.[0] ?? ''
const typed = (...words: string[]) => runIdentityCommand(['service-token', ...words])
const look = (token: string) => findServiceToken(database.db, { token, now: new Date() })

/** Another server process of this site, with empty caches. */
const newServer = (now = () => new Date()) =>
  createTokens({ db: database.db, secret: SECRET, publicUrl: 'https://b2b.example', now }).accessTokens

async function signedNow() {
  const now = new Date()
  const { token } = await newServer().sign({ userId: newId(), sessionId: newId(), now, claims: {} })
  return { token, kid: decodeProtectedHeader(token).kid }
}

const keys = () =>
  database.db.selectFrom('signing_keys').selectAll().orderBy('signs_from').orderBy('created_at').execute()

test('A-08 keys:rotate publishes a key that signs later, and earlier tokens stay valid until they expire', async () => {
  const { token, kid } = await signedNow()
  const lines = await runIdentityCommand(['rotate-keys'])
  const [before, after] = await keys()
  expect(before?.id).toBe(kid)
  expect(lines).toEqual([
    `The key ${after?.id} is published now and signs from ${after?.signs_from.toISOString()}. Older keys stay valid until their last token expires.`,
  ])
  expect(after?.signs_from.getTime()).toBeGreaterThan(Date.now())
  expect((await signedNow()).kid).toBe(kid)
  expect(await newServer().find(token, new Date())).toBeDefined()
  const inADay = new Date(Date.now() + DAY)
  const next = await newServer(() => inADay).sign({
    userId: newId(),
    sessionId: newId(),
    now: inADay,
    claims: {},
  })
  expect(decodeProtectedHeader(next.token).kid).toBe(after?.id)
})

test('A-08 keys:rotate -- --now: the new key signs immediately, and older keys are invalid', async () => {
  const { token } = await signedNow()
  const lines = await runIdentityCommand(['rotate-keys', '--now'])
  const { token: fresh, kid } = await signedNow()
  expect(lines).toEqual([
    `The key ${kid} signs from now on. Older keys become invalid within a minute.`,
    "Browsers stay signed in. Apps must call refreshSession() when a request is refused: clients don't do that automatically.",
  ])
  expect(await newServer().find(token, new Date())).toBeUndefined()
  expect(await newServer().find(fresh, new Date())).toBeDefined()
})

test('A-08 keys:rotate refuses an unknown argument and rotates nothing', async () => {
  const before = await keys()
  await expect(runIdentityCommand(['rotate-keys', '--later'])).rejects.toThrow("Unknown option '--later'")
  await expect(runIdentityCommand(['rotate-keys', 'now'])).rejects.toThrow("Unexpected argument 'now'")
  expect(await keys()).toEqual(before)
})

test('A-08 service-token is shown once when created, listed with its last use, and revoked', async () => {
  expect(await typed('list')).toEqual(['There are no service tokens.'])
  const [said, token = ''] = await typed('create', '  the mover  ')
  const id = idIn(said)
  expect(said).toBe(`Token ${id}, shown this once:`)
  expect(await typed('list')).toEqual([`${id}  the mover  (never used)`])
  expect(await look(token)).toEqual({ id, name: 'the mover' })
  const [listed] = await typed('list')
  expect(listed).toMatch(new RegExp(`^${id}  the mover  \\(last used \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z\\)$`))
  expect(listed).not.toContain(token)
  expect(await typed('revoke', id)).toEqual([`The token ${id} is revoked.`])
  expect(await look(token)).toBeUndefined()
  expect(await typed('list')).toEqual(['There are no service tokens.'])
  await expect(typed('revoke', id)).rejects.toThrow('There is no such token, or it is already revoked.')
  await expect(typed('revoke', newId())).rejects.toThrow('There is no such token')
})

test.each([
  [[]],
  [['create']],
  [['create', '  ']],
  [['create', 'x'.repeat(101)]],
  [['revoke']],
  [['revoke', 'the mover']],
  [['remove', newId()]],
])('A-08 service-token %j prints the usage and creates nothing', async (words) => {
  await expect(typed(...words)).rejects.toThrow(
    'Usage: npm run service-token -- create "what it is for", -- list, or -- revoke ID',
  )
  expect(await typed('list')).toEqual(['There are no service tokens.'])
})
