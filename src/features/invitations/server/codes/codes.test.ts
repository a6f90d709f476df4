import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import {
  addPerson,
  listAuditEntries,
  createClient,
  type Heard,
  addMinutes,
  recordInvitation,
  now,
} from '../testing'

let db: Database
let drop: () => Promise<void>
let hanna: string
let juno: string
let mara: string
let heard: Heard
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
  juno = await addPerson(db, 'Juno Okafor', 'admin')
  mara = await addPerson(db, 'Mara Voss', 'user')
})
afterAll(() => drop())
beforeEach(() => void (heard = { jobs: [], notified: [] }))

const asHanna = (at = now) => createClient(db, { id: hanna, roles: ['admin'] }, { heard, at })
const asJuno = (at = now) => createClient(db, { id: juno, roles: ['admin'] }, { at })
async function generateCode(input: Parameters<ReturnType<typeof asHanna>['codes']['generate']>[0] = {}) {
  const [code] = (await asHanna().codes.generate(input)).codes
  if (code === undefined) throw new Error('No code was generated')
  return code
}
const stored = (id: string) =>
  db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('AD-09 an admin’s code has eight characters, lasts a week, and appears on open screens', async () => {
  const { codes } = await asHanna().codes.generate({ note: ' Kept at  the desk ' })
  const [code] = codes
  expect(codes).toEqual([
    {
      id: code?.id,
      code: expect.stringMatching(/^[A-Z0-9]{8}$/),
      status: 'pending',
      createdBy: { id: hanna, name: 'Hanna Wolff', avatarUrl: null },
      usedBy: null,
      usedAt: null,
      createdAt: now.toISOString(),
      expiresAt: addMinutes(7 * 24 * 60).toISOString(),
      note: 'Kept at the desk',
      sentTo: null,
    },
  ])
  expect(heard.notified).toEqual([{ userIds: [hanna, juno, hanna], topics: ['invitations'] }])
  expect(await listAuditEntries(db, code?.id ?? '')).toEqual([
    { action: 'invitations.generate', actor_id: hanna, details: { code: code?.code, isEmailed: false } },
  ])
})

test('generates up to fifty codes at a time, with another expiry or none', async () => {
  const many = await asHanna().codes.generate({ count: 50, expires: { days: 30 } })
  expect(new Set(many.codes.map(({ code }) => code)).size).toBe(50)
  expect(new Set(many.codes.map(({ expiresAt }) => expiresAt))).toEqual(
    new Set([addMinutes(30 * 24 * 60).toISOString()]),
  )
  const generated = await generateCode({ expires: 'never' })
  expect(generated.expiresAt).toBeNull()
})

test.each([
  { count: 0 },
  { count: 51 },
  { count: 1.5 },
  { expires: { days: 0 } },
  { expires: { days: 366 } },
])('generates nothing for the invalid input %j', async (input) => {
  const before = await asHanna().codes.counts()
  await expect(asHanna().codes.generate(input)).rejects.toMatchObject({ status: 400 })
  expect(await asHanna().codes.counts()).toEqual(before)
})

test('emails one code per address except to members, and refuses when all are members', async () => {
  const emails = [
    'Lea@Nachtamt.example ',
    'lea@nachtamt.example',
    'mara.voss@people.example',
    'owen@x.example',
  ]
  const { codes, alreadyMembers } = await asHanna().codes.generate({ emails })
  expect(codes.map(({ sentTo }) => sentTo)).toEqual(['lea@nachtamt.example', 'owen@x.example'])
  expect(alreadyMembers).toEqual(['mara.voss@people.example'])
  expect(heard.jobs).toEqual(
    codes.map(({ id, sentTo }) => ({
      name: 'invitations.email_code',
      payload: { invitationId: id, to: sentTo },
    })),
  )
  await expect(asHanna().codes.generate({ emails: ['mara.voss@people.example'] })).rejects.toMatchObject({
    code: 'ALREADY_MEMBER',
  })
})

test('revokes an open code; a second revocation succeeds for the same admin, and shows another admin who revoked it', async () => {
  const { id } = await generateCode()
  expect(await asHanna().codes.revoke({ id })).toEqual({})
  expect(await asHanna(addMinutes(1)).codes.revoke({ id })).toEqual({})
  expect(await stored(id)).toMatchObject({ status: 'revoked', revoked_by: hanna, revoked_at: now })
  expect((await listAuditEntries(db, id)).map(({ action }) => action)).toEqual([
    'invitations.generate',
    'invitations.revoke',
  ])
  await expect(asJuno(addMinutes(2)).codes.revoke({ id })).rejects.toMatchObject({
    code: 'NOT_PENDING',
    status: 409,
    message: 'Hanna Wolff revoked this code 2 minutes ago.',
    data: { status: 'revoked', by: 'Hanna Wolff', at: now.toISOString() },
  })
})

test('refuses to revoke or email a used or expired code, and says why', async () => {
  const user = await addPerson(db, 'Temi Adeyemi', 'user')
  const used = await recordInvitation(db, hanna, user)
  const late = await generateCode({ expires: { days: 1 } })
  for (const [id, at, message] of [
    [used, addMinutes(3), 'Temi Adeyemi used this code 3 minutes ago.'],
    [late.id, addMinutes(24 * 60 + 1), 'This code expired 1 minute ago.'],
  ] as const) {
    await expect(asJuno(at).codes.revoke({ id })).rejects.toMatchObject({ code: 'NOT_PENDING', message })
    await expect(asJuno(at).codes.send({ id, email: 'new@x.example' })).rejects.toMatchObject({ message })
  }
})

test.each([newId(), 'nonsense'])('responds with NOT_FOUND for the unknown code %s', async (id) => {
  await expect(asHanna().codes.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(asHanna().codes.send({ id, email: 'new@x.example' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('emails an open code and returns what kind of account the address has', async () => {
  const { id } = await generateCode()
  await addPerson(db, 'Carl Kunde', 'customer')
  heard.jobs = []
  expect(await asHanna().codes.send({ id, email: 'New@x.example' })).toEqual({ account: 'none' })
  expect(await asHanna().codes.send({ id, email: 'carl.kunde@people.example' })).toEqual({
    account: 'customer',
  })
  await expect(asHanna().codes.send({ id, email: 'mara.voss@people.example' })).rejects.toMatchObject({
    code: 'ALREADY_MEMBER',
  })
  expect(heard.jobs.map(({ payload }) => payload)).toEqual(
    ['new@x.example', 'carl.kunde@people.example'].map((to) => ({ invitationId: id, to })),
  )
  expect(await stored(id)).toMatchObject({ sent_to: 'carl.kunde@people.example' })
})

test('sends an address at most five codes a day', async () => {
  const client = asHanna()
  const { codes } = await client.codes.generate({ count: 6 })
  const outcomes = []
  for (const { id } of codes)
    outcomes.push(
      await client.codes.send({ id, email: 'one@box.example' }).then(
        () => 'sent',
        (error: { code: string }) => error.code,
      ),
    )
  expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'TOO_MANY_REQUESTS'])
})

// Otherwise a sender with closed codes could use up the daily emails of another person's address.
test('a refused email does not count towards the limit of its address', async () => {
  const client = asHanna()
  const closed = await generateCode()
  await client.codes.revoke({ id: closed.id })
  const email = 'other@box.example'
  for (let tries = 0; tries < 6; tries += 1)
    await expect(client.codes.send({ id: closed.id, email })).rejects.toMatchObject({ status: 409 })
  const open = await generateCode()
  expect(await client.codes.send({ id: open.id, email })).toEqual({ account: 'none' })
})

test.each(['moderator', 'user', 'customer'] as const)(
  'refuses a %s, because only admins may use these calls',
  async (role) => {
    const client = createClient(db, { id: mara, roles: [role] })
    await expect(client.codes.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(client.codes.generate({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  },
)
