import { ORPCError } from '@orpc/client'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import { identityCalls } from './calls'
import { createIdentityHarness } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const email = 'mara@lindqvist.example'
beforeAll(async () => {
  database = await createTestDatabase()
  const signUp = { fullName: 'Mara Lindqvist', email, password: 'two turntables' }
  await createIdentityHarness(database.db)
    .createBrowser()
    .call((client) => client.signUp(signUp))
})
afterAll(() => database.drop())

const good = {
  fullName: 'Hanna Wolff',
  email: 'hanna@wolff.example',
  password: 'correct horse',
  token: 'A'.repeat(43),
  purpose: 'recover',
}
const hostile: unknown[] = [
  undefined,
  null,
  true,
  -1,
  Number.MAX_SAFE_INTEGER,
  Number.NaN,
  [],
  {},
  { toString: 'x' },
  '',
  ' ',
  '\u0000',
  '\u202E\u200B',
  "' or 1=1; drop table accounts; --",
  '<script>alert(1)</script>',
  'x@y.zz\r\nBcc: everyone@wolff.example',
  'x'.repeat(100_000),
]
const calls = {
  signUp: ['fullName', 'email', 'password'],
  signIn: ['email', 'password'],
  requestPasswordReset: ['email'],
  resetPassword: ['token', 'password'],
  verifyEmail: ['token'],
  inspectLink: ['token', 'purpose'],
} as const

async function fingerprint() {
  const count = (table: 'accounts' | 'profiles' | 'user_roles' | 'sessions' | 'one_time_tokens') =>
    database.db.selectFrom(table).selectAll().execute()
  return JSON.stringify(
    await Promise.all([count('accounts'), count('profiles'), count('sessions'), count('one_time_tokens')]),
  )
}

test.each(Object.entries(calls))(
  'hostile input: %s responds with 4xx and a message, and changes nothing',
  async (name, fields) => {
    const harness = createIdentityHarness(database.db)
    const context = await harness.createBrowser().contextOf()
    const before = await fingerprint()
    const procedure = identityCalls[name as keyof typeof calls]
    const send = (input: unknown) =>
      call(procedure as typeof identityCalls.signIn, input as never, { context }) as Promise<unknown>
    // Validation of names, passwords and tokens is tested elsewhere; here each input must be refused or change nothing.
    const harmless = new Set(['inspectLink', 'signUp fullName <script>alert(1)</script>'])
    for (const field of fields) {
      for (const value of hostile) {
        if (
          name === 'signUp' &&
          typeof value === 'string' &&
          field !== 'email' &&
          value.trim().length > 7 &&
          value.length <= 200
        )
          continue
        const answer = await send({ ...good, [field]: value }).catch((error: unknown) => error)
        if (harmless.has(name) && !(answer instanceof Error)) continue
        expect(answer, `${field}: ${JSON.stringify(value)?.slice(0, 60)}`).toBeInstanceOf(ORPCError)
        const { status, message } = answer as ORPCError<string, unknown>
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(message).toMatch(/^[A-Z].{8,}/)
      }
    }
    for (const input of hostile) {
      const answer = await send(input).catch((error: unknown) => error)
      expect((answer as ORPCError<string, unknown>).status).toBe(400)
    }
    expect(await fingerprint()).toBe(before)
    expect(harness.queue).toEqual([])
  },
)

test('markup in a name is stored as text and reaches the email as text', async () => {
  const harness = createIdentityHarness(database.db)
  const fullName = '<img/src=x/onerror=alert(1)> Wolff'
  await harness.createBrowser().call((client) => client.signUp({ ...good, fullName }))
  await harness.runJobs()
  expect(harness.emails[0]?.html).not.toContain('onerror')
  const profile = await database.db
    .selectFrom('profiles')
    .select('full_name')
    .where('email', '=', good.email)
    .executeTakeFirstOrThrow()
  expect(profile.full_name).toBe(fullName)
})

test('of a thousand password guesses only ten are checked, and the message says when to retry', async () => {
  const harness = createIdentityHarness(database.db, { realLimits: createLimits() })
  const codes: string[] = []
  const words = new Set<string>()
  for (let guess = 0; guess < 1000; guess += 1) {
    const attempt = harness
      .createBrowser()
      .call((client) => client.signIn({ email, password: `guess number ${guess}` }))
    await attempt.catch((error: ORPCError<string, unknown>) => {
      codes.push(error.code)
      words.add(error.message)
    })
  }
  expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(10)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(990)
  expect([...words].at(-1)).toMatch(/^Too many attempts\. Try again in \d+ (minutes?|seconds?)\.$/)
})

test('a correct password works after earlier mistakes', async () => {
  const harness = createIdentityHarness(database.db, { realLimits: createLimits() })
  for (let round = 0; round < 4; round += 1) {
    for (let guess = 0; guess < 5; guess += 1) {
      const attempt = harness
        .createBrowser()
        .call((client) => client.signIn({ email, password: 'wrong one' }))
      await expect(attempt).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    }
    await harness.createBrowser().call((client) => client.signIn({ email, password: 'two turntables' }))
  }
})
