import { ORPCError } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createClient, now } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: ReturnType<typeof createAnonymousClient>
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())
beforeEach(() => void (client = createAnonymousClient()))

const createAnonymousClient = () => createClient(database.db, null)

const request = {
  fullName: 'Lea  Hartmann',
  email: ' Lea@Nachtamt.example',
  occupation: 'promoter' as const,
  about: 'Runs a Thursday in Leipzig.',
  vouchedBy: 'Juno Okafor',
  link: 'nachtamt.example',
}

test('L-01 stores an invite request for an admin; a second request from the same address replaces the first', async () => {
  expect(await client.requestInvite({ ...request, about: 'First try' })).toEqual({})
  expect(await client.requestInvite(request)).toEqual({})
  const rows = await database.db.selectFrom('invite_requests').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    full_name: 'Lea Hartmann',
    email: 'lea@nachtamt.example',
    occupation: 'promoter',
    about: 'Runs a Thursday in Leipzig.',
    vouched_by: 'Juno Okafor',
    links: 'nachtamt.example',
    status: 'pending',
  })
})

test('stores thirty invite requests, although PostgreSQL switches to a generic query plan', async () => {
  for (let n = 0; n < 30; n += 1)
    await createAnonymousClient().requestInvite({ ...request, email: `request-${n}@nachtamt.example` })
  const { count } = await database.db
    .selectFrom('invite_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('email', 'like', 'request-%')
    .executeTakeFirstOrThrow()
  expect(count).toBe(30)
})

test('stores a new row for a request after the previous one was answered', async () => {
  const email = 'again@nachtamt.example'
  await client.requestInvite({ ...request, email })
  await database.db
    .updateTable('invite_requests')
    .set({ status: 'declined', answered_at: now })
    .where('email', '=', email)
    .execute()
  await client.requestInvite({ ...request, email })
  const rows = await database.db
    .selectFrom('invite_requests')
    .select('status')
    .where('email', '=', email)
    .execute()
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['declined', 'pending'])
})

test.each([
  ['fullName', ''],
  ['fullName', 'x'.repeat(101)],
  ['email', 'nobody'],
  ['email', 'a@b.co\r\nBcc: c@d.co'],
  ['occupation', 'admin'],
  ['about', ' \u0000 '],
  ['about', 'x'.repeat(501)],
  ['link', 'x'.repeat(201)],
  ['vouchedBy', 7],
])('hostile input: %s %j is refused with an error on that field', async (field, value) => {
  const before = await database.db.selectFrom('invite_requests').selectAll().execute()
  const error: unknown = await client
    .requestInvite({ ...request, email: 'hostile@nachtamt.example', [field]: value })
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ORPCError)
  expect(error).toMatchObject({ status: 400, data: { fields: [{ path: field }] } })
  expect(await database.db.selectFrom('invite_requests').selectAll().execute()).toEqual(before)
})

test('A-03 reports whether a code is valid as sign-up does, and reveals nothing else', async () => {
  await database.db
    .insertInto('invitations')
    .values([
      { code: 'GOOD0001' },
      { code: 'LATE0001', expires_at: now },
      { code: 'GONE0001', status: 'revoked' },
    ])
    .execute()
  const verdicts = await Promise.all(
    ['good-0001', 'LATE0001', 'GONE0001', 'NONE0001', "' or 1=1", '\u0000'].map((code) =>
      client.checkCode({ code }),
    ),
  )
  expect(verdicts).toEqual(
    ['usable', 'expired', 'invalid', 'invalid', 'invalid', 'invalid'].map((verdict) => ({ verdict })),
  )
})

test('limits attempts to guess codes', async () => {
  const tries = Array.from({ length: 40 }, (_, index) => client.checkCode({ code: `TRY${index}` }))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
})
