import { expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account'
import { createLimits } from '~/platform/limits/limits'
import { resetAccountLimits } from '../limits/reset-limits'
import { limitEmails } from '../limits/send-limits'
import { startIdentity, insertInvitation } from '../testing'
import { signUp } from './sign-up'

const { database, harness } = await startIdentity()

const now = new Date('2026-11-21T12:00:00Z')
let people = 0
function person() {
  people += 1
  return {
    fullName: `Hanna Wolff ${people}`,
    email: `hanna${people}@wolff.example`,
    password: 'correct horse',
  }
}
async function countRows() {
  return database.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('accounts')
        .select((e) => e.fn.countAll<number>().as('n'))
        .as('accounts'),
      eb
        .selectFrom('profiles')
        .select((e) => e.fn.countAll<number>().as('n'))
        .as('profiles'),
      eb
        .selectFrom('user_roles')
        .select((e) => e.fn.countAll<number>().as('n'))
        .as('roles'),
      eb
        .selectFrom('sessions')
        .select((e) => e.fn.countAll<number>().as('n'))
        .as('sessions'),
    ])
    .executeTakeFirst()
}

test('A-04 sign-up without a code creates a customer, signs them in, and sends the email', async () => {
  const browser = harness.createBrowser()
  const input = person()
  const answer = await browser.call((client) =>
    client.signUp({ ...input, email: ` ${input.email.toUpperCase()} ` }),
  )
  expect(answer.me).toMatchObject({
    fullName: input.fullName,
    email: input.email,
    roles: ['customer'],
    isEmailVerified: false,
  })
  expect(answer.landingPath).toBe('/customer/dashboard')
  expect(await browser.call((client) => client.me())).toEqual(answer.me)
  await harness.runJobs()
  const emailMessage = harness.emails.at(-1)
  expect(emailMessage).toMatchObject({ to: input.email, subject: 'Verify your email address' })
  expect(emailMessage?.html).toContain('Is this you, Hanna?')
  expect(emailMessage?.text).toMatch(/https:\/\/b2b\.example\/auth\/verify\?token=[\w-]{43}/)
})

test('A-05 sign-up with a code creates a member, and the invitation is used', async () => {
  await insertInvitation(database.db, 'K7Q2XM0R')
  const browser = harness.createBrowser()
  const { recounts } = harness.seen
  const answer = await browser.call((client) =>
    client.signUp({ ...person(), code: 'k7q2-xm0r', next: '/dashboard/chat' }),
  )
  expect(harness.seen.recounts).toBe(recounts + 1)
  expect(answer.me?.roles).toEqual(['user'])
  expect(answer.landingPath).toBe('/dashboard/chat')
  const invitation = await database.db
    .selectFrom('invitations')
    .selectAll()
    .where('code', '=', 'K7Q2XM0R')
    .executeTakeFirstOrThrow()
  expect(invitation).toMatchObject({ status: 'used', used_by: answer.me?.id, used_at: harness.clock.now })
})

test.each([
  ['AAAA0001', 'unknown', 'Invalid or expired invitation code'],
  ['AAAA0002', 'revoked', 'Invalid or expired invitation code'],
  ['AAAA0003', 'marked expired', 'Invalid or expired invitation code'],
  ['AAAA0004', 'past its end date', 'Invitation code has expired'],
  ["' or 1=1 --", 'malformed', 'Invalid or expired invitation code'],
])(
  'A-03 the invitation code %s (%s) is refused with “%s”, and nothing is created',
  async (code, state, sentence) => {
    if (state === 'revoked') await insertInvitation(database.db, code, { status: 'revoked' })
    if (state === 'marked expired') await insertInvitation(database.db, code, { status: 'expired' })
    if (state === 'past its end date')
      await insertInvitation(database.db, code, { expires_at: harness.clock.now })
    const before = await countRows()
    const emails = harness.queue.length
    await expect(
      harness.createBrowser().call((client) => client.signUp({ ...person(), code })),
    ).rejects.toMatchObject({
      message: sentence,
      status: 422,
    })
    expect(await countRows()).toEqual(before)
    expect(harness.queue).toHaveLength(emails)
  },
)

test('reports a taken email and does not use up the code', async () => {
  await insertInvitation(database.db, 'TAKEN001')
  const first = person()
  await harness.createBrowser().call((client) => client.signUp(first))
  const before = await countRows()
  await expect(
    harness.createBrowser().call((client) => client.signUp({ ...first, code: 'TAKEN001' })),
  ).rejects.toMatchObject({ message: 'User already registered', status: 409 })
  expect(await countRows()).toEqual(before)
  const { status } = await database.db
    .selectFrom('invitations')
    .select('status')
    .where('code', '=', 'TAKEN001')
    .executeTakeFirstOrThrow()
  expect(status).toBe('pending')
})

/** Returns a function that signs up with fresh limits, from any network. */
async function fromAnywhere() {
  const [limits, context] = [createLimits(), await harness.createBrowser().contextOf()]
  return (ip: string, input: Parameters<typeof signUp>[1]) => signUp({ ...context, limits, ip }, input)
}
const refused = { code: 'TOO_MANY_REQUESTS' }

test("strangers' attempts with an email do not stop its owner from signing up", async () => {
  const signUpFrom = await fromAnywhere()
  const owner = person()
  for (let n = 0; n < 12; n += 1)
    expect(await signUpFrom(`203.0.113.${n}`, { ...owner, code: 'AAAA0001' })).toBe('invalid')
  expect(await signUpFrom('198.51.100.1', owner)).toHaveProperty('sessionId')
  // Each sign-up with this email costs a password hash, so a network that repeats it is refused. Others are not.
  for (let n = 0; n < 10; n += 1) expect(await signUpFrom('203.0.113.1', owner)).toBe('taken')
  await expect(signUpFrom('203.0.113.1', owner)).rejects.toMatchObject(refused)
  expect(await signUpFrom('203.0.113.2', owner)).toBe('taken')
})

test('sign-up counts wrong invitation codes per network only: sixty an hour are checked', async () => {
  const signUpFrom = await fromAnywhere()
  const owner = person()
  for (let n = 0; n < 30; n += 1) {
    expect(await signUpFrom('203.0.113.1', { ...owner, code: 'AAAA0001' })).toBe('invalid')
    expect(await signUpFrom('203.0.113.1', { ...person(), code: 'AAAA0001' })).toBe('invalid')
  }
  await insertInvitation(database.db, 'R1GHT001')
  await expect(signUpFrom('203.0.113.1', { ...owner, code: 'R1GHT001' })).rejects.toMatchObject(refused)
  expect(await signUpFrom('203.0.113.2', { ...owner, code: 'R1GHT001' })).toHaveProperty('sessionId')
})

test('sign-ups from all networks share an hourly limit, except those with an invitation code', async () => {
  const [limits, context] = [createLimits(), await harness.createBrowser().contextOf()]
  const config = { ...context.config, auth: { ...context.config.auth, signUpsPerHour: 2 } }
  const signUpFrom = (ip: string, code?: string) =>
    signUp({ ...context, config, limits, ip }, { ...person(), code })
  expect(await signUpFrom('203.0.113.1')).toHaveProperty('sessionId')
  expect(await signUpFrom('198.51.100.1')).toHaveProperty('sessionId')
  await expect(signUpFrom('192.0.2.1')).rejects.toMatchObject(refused)
  await insertInvitation(database.db, 'CE1L1NG1')
  expect(await signUpFrom('192.0.2.1', 'CE1L1NG1')).toHaveProperty('sessionId')
})

test('repeatedly creating and deleting an account sends no more emails to its address, and sign-up still works', async () => {
  const [limits, context] = [createLimits(), await harness.createBrowser().contextOf()]
  const input = person()
  const { email } = input
  for (let round = 1; round <= 4; round += 1) {
    expect(await signUp({ ...context, limits, ip: `203.0.113.${round}` }, input)).toHaveProperty('sessionId')
    await harness.runJobs()
    if (round === 4) break
    const { id: userId } = await database.db
      .deleteFrom('accounts')
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await resetAccountLimits(limits, { userId, email: null })
  }
  expect(harness.emails.filter(({ to }) => to === email)).toHaveLength(1)
  // All requests for a verification email to this address share one counter.
  const asking = limitEmails({ ...context, limits, ip: '203.0.113.99' }, 'verify', email)
  await expect(asking).rejects.toMatchObject(refused)
})

test('A-05 of two concurrent sign-ups with one code, 50 rounds: one succeeds and one is refused', async () => {
  for (let round = 0; round < 50; round += 1) {
    const code = `RACE${String(round).padStart(4, '0')}`
    await insertInvitation(database.db, code)
    const answers = await race(code)
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'invalid')).toHaveLength(1)
    const users = await database.db
      .selectFrom('invitations')
      .select('used_by')
      .where('code', '=', code)
      .execute()
    expect(users).toEqual([{ used_by: answers.find((answer) => typeof answer === 'object')?.userId }])
  }
  const orphans = await database.db
    .selectFrom('user_roles')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .leftJoin('invitations', 'used_by', 'user_roles.user_id')
    .where('role', '=', 'user')
    .where('invitations.id', 'is', null)
    .select('user_roles.user_id')
    .execute()
  expect(orphans).toEqual([])
})

test('control: sign-ups that read the invitation first and update it later both succeed, so the race above is real', async () => {
  let doubles = 0
  for (let round = 0; round < 50 && doubles === 0; round += 1) {
    const code = `OPEN${String(round).padStart(4, '0')}`
    await insertInvitation(database.db, code)
    const answers = await race(code, unguarded)
    if (answers.filter((answer) => typeof answer === 'object').length === 2) doubles += 1
  }
  expect(doubles).toBeGreaterThan(0)
})

type Create = typeof createAccount

function race(code: string, create: Create = createAccount) {
  const attempt = async () => {
    const { fullName, email } = person()
    return database.db
      .transaction()
      .execute(async (trx) => {
        const created = await create(trx, { fullName, email, passwordHash: 'x', code, now })
        if (typeof created === 'string') throw new Error(created)
        return created
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  }
  return Promise.all([attempt(), attempt()])
}

const unguarded: Create = async (trx, { code = '', ...input }) => {
  const created = await createAccount(trx, { ...input, code: undefined })
  const found = await trx
    .selectFrom('invitations')
    .select('status')
    .where('code', '=', code)
    .executeTakeFirst()
  if (found?.status !== 'pending') return 'invalid'
  await trx
    .updateTable('invitations')
    .set({
      status: 'used',
      used_at: now,
      ...(typeof created === 'object' ? { used_by: created.userId } : {}),
    })
    .where('code', '=', code)
    .execute()
  return created
}
