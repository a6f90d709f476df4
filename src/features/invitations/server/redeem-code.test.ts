import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import type { Role } from '~/platform/rpc/caller'
import { invitationsCalls } from './calls'
import { createInvitationTallies, type InvitationTallies } from './invitation-counts'
import type { claimInvitation } from './claim-invitation'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let invitationTallies: InvitationTallies
beforeAll(async () => {
  database = await createTestDatabase()
  invitationTallies = createInvitationTallies({ db: database.db })
})
afterAll(() => database.drop())

const now = new Date('2026-11-21T12:00:00Z')
const published: [userIds: readonly (string | null)[], topics: readonly string[]][] = []
beforeEach(() => void (published.length = 0))

let people = 0
async function insertPerson(...roles: Role[]): Promise<string> {
  people += 1
  const { rows } = await sql<{ id: string }>`
    with account as (
      insert into accounts (email) values (${`person-${people}@redeem.example`}) returning id, email
    ), profile as (
      insert into profiles (id, full_name, email) select id, 'Nils Brandt', email from account returning id
    ) select id from profile`.execute(database.db)
  const id = rows[0]?.id ?? ''
  for (const role of roles) await database.db.insertInto('user_roles').values({ user_id: id, role }).execute()
  return id
}

const invite = (code: string, columns: { expires_at?: Date; created_by?: string; status?: 'revoked' } = {}) =>
  database.db
    .insertInto('invitations')
    .values({ code, ...columns })
    .execute()

function createClient(id: string, limits = createLimits()) {
  const caller = {
    id,
    sessionId: 's',
    fullName: 'Nils Brandt',
    email: 'nils@redeem.example',
    isEmailVerified: true,
    avatarUrl: null,
    roles: ['customer'] as const,
  }
  return createRouterClient(invitationsCalls, {
    context: {
      caller,
      requestId: 'request',
      ip: '192.0.2.1',
      requestHeaders: new Headers(),
      responseHeaders: new Headers(),
      now: () => now,
      log: createLog({ level: 'silent' }),
      db: database.db,
      invitationTallies,
      limits,
      live: {
        publish: (userIds: readonly (string | null)[], topics: readonly string[]) =>
          void published.push([userIds, topics]),
      },
    } as never,
  })
}

const listRoles = async (id: string) =>
  (
    await database.db
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', id)
      .orderBy('role')
      .execute()
  ).map(({ role }) => role)
const getStatus = async (code: string) =>
  (
    await database.db
      .selectFrom('invitations')
      .select(['status', 'used_by'])
      .where('code', '=', code)
      .execute()
  )[0]
const catchFailure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )

test('A-05 a customer who redeems a code becomes a member and stays a customer; open pages and the log show it', async () => {
  const admin = await insertPerson('admin')
  const inviter = await insertPerson('user')
  const id = await insertPerson('customer')
  await invite('REDEEM01', { created_by: inviter })
  expect(await invitationTallies.codes()).toMatchObject({ pending: 1, used: 0 })
  expect(await createClient(id).redeem({ code: ' redeem-01 ' })).toEqual({})
  expect(await invitationTallies.codes(), 'recounts after the change').toMatchObject({
    pending: 0,
    used: 1,
  })
  expect(await listRoles(id)).toEqual(['customer', 'user'])
  expect(await getStatus('REDEEM01')).toEqual({ status: 'used', used_by: id })
  const log = await database.db
    .selectFrom('audit_log')
    .select(['action', 'subject_type', 'details', 'request_id'])
    .where('actor_id', '=', id)
    .orderBy('id')
    .execute()
  expect(log.map(({ action, subject_type }) => `${action} ${subject_type}`).toSorted()).toEqual([
    'invitations.redeem person',
    'invitations.use invitation',
  ])
  expect(log[0]).toMatchObject({ details: { code: 'REDEEM01' }, request_id: 'request' })
  expect(published).toEqual([
    [[id], ['session']],
    [expect.arrayContaining([inviter, admin]), ['invitations']],
  ])
})

test.each([
  ['NONE0001', 'INVITATION_INVALID', 'Invalid or expired invitation code'],
  ['GONE0001', 'INVITATION_INVALID', 'Invalid or expired invitation code'],
  ['HALT0001', 'INVITATION_INVALID', 'Invalid or expired invitation code'],
  ['LATE0001', 'INVITATION_EXPIRED', 'Invitation code has expired'],
  ["' or 1=1", 'INVITATION_INVALID', 'Invalid or expired invitation code'],
])(
  'A-03 refuses the code %s with the message of sign-up, and changes nothing',
  async (code, error, message) => {
    const paused = await insertPerson('user')
    await database.db
      .updateTable('profiles')
      .set({ invitations_paused_at: now })
      .where('id', '=', paused)
      .execute()
    if (code === 'GONE0001') await invite(code, { status: 'revoked' })
    if (code === 'LATE0001') await invite(code, { expires_at: now })
    if (code === 'HALT0001') await invite(code, { created_by: paused })
    const before = await getStatus(code)
    const id = await insertPerson('customer')
    expect(await catchFailure(createClient(id).redeem({ code }))).toMatchObject({
      status: 422,
      code: error,
      message,
    })
    expect(await listRoles(id)).toEqual(['customer'])
    expect(await getStatus(code)).toEqual(before)
    expect(published).toEqual([])
  },
)

test('a code of a paused member is invalid, and valid again after resuming', async () => {
  const inviter = await insertPerson('user')
  const pause = (at: Date | null) =>
    database.db.updateTable('profiles').set({ invitations_paused_at: at }).where('id', '=', inviter).execute()
  await invite('PAUSED01', { created_by: inviter })
  const client = createClient(await insertPerson('customer'))
  await pause(now)
  expect(await client.checkCode({ code: 'PAUSED01' })).toEqual({ verdict: 'invalid' })
  await pause(null)
  expect(await client.checkCode({ code: 'PAUSED01' })).toEqual({ verdict: 'usable' })
  expect(await client.redeem({ code: 'PAUSED01' })).toEqual({})
})

test.each(['user', 'moderator', 'admin'] as const)('a member (%s) does not use up a code', async (role) => {
  const code = `KEEP${role.slice(0, 4).toUpperCase()}`
  await invite(code)
  const id = await insertPerson('customer', role)
  expect(await catchFailure(createClient(id).redeem({ code }))).toMatchObject({
    status: 409,
    code: 'ALREADY_MEMBER',
  })
  expect(await getStatus(code)).toEqual({ status: 'pending', used_by: null })
})

test('redeeming two codes in two tabs uses only one of them', async () => {
  for (let round = 0; round < 20; round += 1) {
    const codes = [`TWIN0A${String(round).padStart(2, '0')}`, `TWIN0B${String(round).padStart(2, '0')}`]
    for (const code of codes) await invite(code)
    const client = createClient(await insertPerson('customer'))
    const failures = await Promise.all(codes.map((code) => catchFailure(client.redeem({ code }))))
    expect(failures.filter((failure) => failure === undefined)).toHaveLength(1)
    const states = await Promise.all(codes.map(getStatus))
    expect(states.map((state) => state?.status ?? '').toSorted()).toEqual(['pending', 'used'])
  }
})

test('limits attempts to guess codes', async () => {
  const client = createClient(await insertPerson('customer'))
  const failures = await Promise.all(
    Array.from({ length: 25 }, (_, index) => catchFailure(client.redeem({ code: `TRY${index}` }))),
  )
  const statuses = failures.map((failure) => (failure as { status: number }).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

const RACERS = 8

test('A-05 of eight people who race for one code, one becomes a member and seven are refused, in all 20 rounds', async () => {
  for (let round = 0; round < 20; round += 1) {
    const code = `RACE${String(round).padStart(4, '0')}`
    await invite(code)
    const racers = await Promise.all(Array.from({ length: RACERS }, () => insertPerson('customer')))
    const failures = await Promise.all(racers.map((id) => catchFailure(createClient(id).redeem({ code }))))
    const winner = racers[failures.indexOf(undefined)]
    expect(failures.filter((failure) => failure === undefined)).toHaveLength(1)
    for (const failure of failures)
      if (failure !== undefined) expect(failure).toMatchObject({ code: 'INVITATION_INVALID' })
    expect(await getStatus(code)).toEqual({ status: 'used', used_by: winner })
    const members = await Promise.all(racers.map(listRoles))
    expect(members.filter((roles) => roles.includes('user'))).toHaveLength(1)
  }
})

test('control: reading first and writing later admits several people, so the race is real', async () => {
  let mostWinners = 0
  for (let round = 0; round < 20 && mostWinners < 2; round += 1) {
    const code = `OPEN${String(round).padStart(4, '0')}`
    await invite(code)
    const racers = await Promise.all(Array.from({ length: RACERS }, () => insertPerson('customer')))
    const outcomes = await Promise.all(
      racers.map((userId) =>
        database.db.transaction().execute((trx) => unguarded(trx, { code, userId, now })),
      ),
    )
    mostWinners = Math.max(mostWinners, outcomes.filter((outcome) => outcome === 'used').length)
  }
  expect(mostWinners).toBeGreaterThan(1)
})

const unguarded: typeof claimInvitation = async (trx: Transaction, { code, userId }) => {
  const found = await trx
    .selectFrom('invitations')
    .select('status')
    .where('code', '=', code)
    .executeTakeFirst()
  if (found?.status !== 'pending') return 'invalid'
  await trx
    .updateTable('invitations')
    .set({ status: 'used', used_at: now, used_by: userId })
    .where('code', '=', code)
    .execute()
  return 'used'
}
