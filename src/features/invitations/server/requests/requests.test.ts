import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { addPerson, listAuditEntries, createClient, type Heard, addMinutes, now } from '../testing'

let db: Database
let drop: () => Promise<void>
let hanna: string
let juno: string
let heard: Heard
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  hanna = await addPerson(db, 'Hanna Wolff', 'admin')
  juno = await addPerson(db, 'Juno Okafor', 'admin')
})
afterAll(() => drop())
beforeEach(async () => {
  heard = { jobs: [], notified: [] }
  await db.deleteFrom('invite_requests').execute()
})

const asHanna = (at = now) => createClient(db, { id: hanna, roles: ['admin'] }, { heard, at })
const asJuno = (at = now) => createClient(db, { id: juno, roles: ['admin'] }, { heard, at })

async function requestInvite(email: string, minutesAgo = 10, more: object = {}): Promise<string> {
  const { id } = await db
    .insertInto('invite_requests')
    .values({
      id: newId(),
      full_name: 'Lea Hartmann',
      email,
      occupation: 'promoter',
      about: 'Runs a Thursday in Leipzig.',
      created_at: addMinutes(-minutesAgo),
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('L-01 lists pending requests oldest first, and answered requests newest first', async () => {
  const [second, first] = [
    await requestInvite('b@x.example', 5),
    await requestInvite('a@x.example', 9, { vouched_by: 'Juno Okafor' }),
  ]
  const done = await requestInvite('c@x.example', 99)
  await asHanna(addMinutes(-2)).requests.decline({ id: done })
  const { requests } = await asHanna().requests.list({})
  expect(requests.map(({ id }) => id)).toEqual([first, second])
  expect(requests[0]).toEqual({
    id: first,
    fullName: 'Lea Hartmann',
    email: 'a@x.example',
    occupation: 'Promoter',
    about: 'Runs a Thursday in Leipzig.',
    link: null,
    vouchedBy: 'Juno Okafor',
    status: 'pending',
    requestedAt: addMinutes(-9).toISOString(),
    answeredAt: null,
    answeredBy: null,
    answerMessage: null,
    code: null,
    account: 'none',
  })
  await asHanna(addMinutes(-1)).requests.approve({ id: first })
  const answered = await asHanna().requests.list({ status: 'answered' })
  expect(answered.requests.map(({ id, status }) => [id, status])).toEqual([
    [first, 'approved'],
    [done, 'declined'],
  ])
  expect(await asHanna().requests.count()).toEqual({ pending: 1, answered: 2 })
})

test('two pages of pending requests contain each request once', async () => {
  const ids: string[] = []
  for (let n = 0; n < 30; n += 1) ids.push(await requestInvite(`p${n}@x.example`, 100 - Math.floor(n / 2)))
  const first = await asHanna().requests.list({})
  const second = await asHanna().requests.list({ after: first.nextCursor ?? '' })
  expect([...first.requests, ...second.requests].map(({ id }) => id)).toEqual(ids)
  expect(second.nextCursor).toBeNull()
})

test('approving a request creates the code, the email and the audit entry in one transaction', async () => {
  const id = await requestInvite('lea@nachtamt.example')
  const { code, account } = await asHanna().requests.approve({ id })
  expect(account).toBe('none')
  const made = await db
    .selectFrom('invitations')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({
    status: 'pending',
    created_by: hanna,
    sent_to: 'lea@nachtamt.example',
    note: 'Requested by Lea Hartmann',
    expires_at: addMinutes(7 * 24 * 60),
  })
  expect(heard.jobs).toEqual([
    { name: 'invitations.email_code', payload: { invitationId: made.id, to: 'lea@nachtamt.example' } },
  ])
  expect(heard.notified).toEqual([{ userIds: [hanna, juno], topics: ['invitations'] }])
  expect(await listAuditEntries(db, id)).toEqual([
    { action: 'invitations.approve', actor_id: hanna, details: { code } },
  ])
  const { requests } = await asHanna().requests.list({ status: 'answered' })
  expect(requests[0]).toMatchObject({
    code: { code, status: 'pending' },
    answeredBy: { name: 'Hanna Wolff' },
  })

  expect(await asHanna().requests.approve({ id }), 'approving again returns the same code').toEqual({
    code,
    account,
  })
  expect(await listAuditEntries(db, id)).toHaveLength(1)
  expect(heard.jobs).toHaveLength(1)
})

test('approving gives a customer a code to redeem; a member gets none, and the request stays pending', async () => {
  await addPerson(db, 'Carl Kunde', 'customer')
  await addPerson(db, 'Mara Voss', 'user')
  const customer = await requestInvite('carl.kunde@people.example', 2)
  const member = await requestInvite('mara.voss@people.example', 1)
  const { requests } = await asHanna().requests.list({})
  expect(requests.map(({ account }) => account)).toEqual(['customer', 'member'])
  expect(await asHanna().requests.approve({ id: customer })).toMatchObject({ account: 'customer' })
  await expect(asHanna().requests.approve({ id: member })).rejects.toMatchObject({ code: 'ALREADY_MEMBER' })
  expect(await asHanna().requests.count()).toMatchObject({ pending: 1 })
  expect(await listAuditEntries(db, member)).toEqual([])
})

test('declining a request sends an email only if there is a message', async () => {
  const [silent, explained] = [await requestInvite('a@x.example'), await requestInvite('b@x.example')]
  await asHanna().requests.decline({ id: silent, message: ' \u0000 ' })
  expect(heard.jobs).toEqual([])
  await asHanna().requests.decline({ id: explained, message: 'We are full.\n\nAsk again in May.' })
  expect(heard.jobs).toEqual([{ name: 'invitations.email_refusal', payload: { requestId: explained } }])
  const { requests } = await asHanna().requests.list({ status: 'answered' })
  expect(new Set(requests.map(({ answerMessage }) => answerMessage))).toEqual(
    new Set([null, 'We are full.\n\nAsk again in May.']),
  )
})

test('of two concurrent answers, one counts, and the other admin sees who answered and when', async () => {
  for (let n = 0; n < 12; n += 1) {
    const id = await requestInvite(`race-${n}@x.example`)
    const [yes, no] = await Promise.allSettled([
      asHanna().requests.approve({ id }),
      asJuno().requests.decline({ id, message: 'No.' }),
    ])
    expect([yes.status, no.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    const [winner, did] =
      yes.status === 'fulfilled' ? ['Hanna Wolff', 'approved'] : ['Juno Okafor', 'declined']
    const lost = yes.status === 'rejected' ? yes : no
    expect(lost).toMatchObject({
      reason: {
        code: 'ANSWERED',
        status: 409,
        message: `${winner} ${did} this request under a minute ago.`,
        data: { status: did, by: winner },
      },
    })
    expect(await listAuditEntries(db, id)).toHaveLength(1)
    const codes = await db
      .selectFrom('invitations')
      .select('id')
      .where('sent_to', '=', `race-${n}@x.example`)
      .execute()
    expect(codes).toHaveLength(did === 'approved' ? 1 : 0)
  }
})

test.each([newId(), 'nonsense'])('responds with NOT_FOUND for the unknown request %s', async (id) => {
  await expect(asHanna().requests.approve({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(asHanna().requests.decline({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('refuses a message that is too long, and changes nothing', async () => {
  const id = await requestInvite('long@x.example')
  await expect(asHanna().requests.decline({ id, message: 'x'.repeat(501) })).rejects.toMatchObject({
    status: 400,
  })
  expect(await asHanna().requests.count()).toMatchObject({ pending: 1 })
})
