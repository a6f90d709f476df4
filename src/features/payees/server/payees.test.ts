import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import { createTestDatabase } from '~tests/support/database'
import { randomRuns } from '~tests/support/random-runs'
import { createPayees } from './create-payees'
import type { PayeePort } from './payee-port'
import { canBePaid } from './public'
import { callPayees, insertMember } from './testing-payees'

let db: Database
let drop: () => Promise<void>
let ann: string
let bob: string
let limits = createLimits()
const clock = { now: new Date('2026-11-21T13:02:00Z') }

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  clock.now = new Date('2026-11-21T13:02:00Z')
  limits = createLimits()
  ;[ann, bob] = [await insertMember(db), await insertMember(db)]
})

function createSandbox(): PayeePort {
  const port = createPayees(db, { payments: 'sandbox' })
  if (port === undefined) throw new Error('the sandbox is missing')
  return port
}

/** Returns the payee calls, made as this person. With `null`, no provider is configured. */
const callAs = (id: string, payees: PayeePort | null = createSandbox()) =>
  callPayees(id, { db, limits, payees: payees ?? undefined, now: () => clock.now })

/** Connects a person. Returns their account id, which is part of the address of the sandbox's page. */
async function connect(id: string): Promise<string> {
  const { redirectUrl } = await callAs(id).payouts.connect({})
  return redirectUrl.slice('/payouts/sandbox/'.length)
}

async function setUp(id: string, setup: 'complete' | 'unfinished' | 'tax_number_needed'): Promise<string> {
  const account = await connect(id)
  await callAs(id).sandbox.choose({ account, setup })
  await callAs(id).payouts.refresh()
  return account
}

const notConnected = { provider: 'sandbox', payee: null }

test('a person without an account is not connected and cannot be paid', async () => {
  expect(await callAs(ann).payouts.get()).toEqual(notConnected)
  expect(await callAs(ann).payouts.refresh()).toEqual(notConnected)
  expect(await canBePaid({ db, payees: createSandbox() }, ann)).toBe(false)
})

test('connecting creates an account in progress, and continues with the same one', async () => {
  const account = await connect(ann)
  expect(await callAs(ann).sandbox.get({ account })).toEqual({ setup: null })
  expect(await callAs(ann).payouts.get()).toMatchObject({ payee: { status: 'in_progress', checkedAt: null } })
  expect(await connect(ann)).toBe(account)
  expect(await connect(bob)).not.toBe(account)
})

test('reads an unfinished setup with its requirements and the time of the check', async () => {
  await setUp(ann, 'unfinished')
  expect((await callAs(ann).payouts.get()).payee).toEqual({
    status: 'in_progress',
    bank: null,
    requirements: [
      { kind: 'identity_document', urgency: 'now', dueAt: null },
      { kind: 'bank_account', urgency: 'now', dueAt: null },
    ],
    checkedAt: clock.now.toISOString(),
    connectedAt: null,
    disconnectFrom: null,
  })
  expect(await canBePaid({ db, payees: createSandbox() }, ann)).toBe(false)
})

test('a complete account has a bank account and can be paid', async () => {
  const account = await connect(ann)
  expect(await callAs(ann).sandbox.choose({ account, setup: 'complete' })).toEqual({
    returnUrl: '/dashboard/settings#payouts',
  })
  expect(await canBePaid({ db, payees: createSandbox() }, ann), 'not before it was read').toBe(false)
  expect(await callAs(ann).payouts.refresh()).toEqual({
    provider: 'sandbox',
    payee: {
      status: 'connected',
      bank: { name: 'Sandbox Bank', last4: '3000', country: 'DE', currency: 'EUR' },
      requirements: [],
      checkedAt: clock.now.toISOString(),
      connectedAt: clock.now.toISOString(),
      disconnectFrom: null,
    },
  })
  expect(await canBePaid({ db, payees: createSandbox() }, ann)).toBe(true)
  expect(await canBePaid({ db, payees: createSandbox() }, bob)).toBe(false)
})

test('a restricted account names the overdue tax number, cannot be paid, and recovers', async () => {
  const connectedAt = clock.now.toISOString()
  const account = await setUp(ann, 'complete')
  clock.now = new Date('2026-12-10T12:00:00Z')
  await callAs(ann).sandbox.choose({ account, setup: 'tax_number_needed' })
  expect(await callAs(ann).payouts.refresh()).toMatchObject({
    payee: {
      status: 'restricted',
      requirements: [{ kind: 'tax_number', urgency: 'overdue', dueAt: clock.now.toISOString() }],
      connectedAt,
    },
  })
  expect(await canBePaid({ db, payees: createSandbox() }, ann)).toBe(false)
  await callAs(ann).sandbox.choose({ account, setup: 'complete' })
  await callAs(ann).payouts.refresh()
  expect(await canBePaid({ db, payees: createSandbox() }, ann)).toBe(true)
})

test('disconnecting deletes the account, and connecting again creates another', async () => {
  const account = await setUp(ann, 'complete')
  await setUp(bob, 'complete')
  expect(await callAs(ann).payouts.disconnect()).toEqual(notConnected)
  expect(await callAs(ann).payouts.disconnect(), 'a second time is a no-op').toEqual(notConnected)
  expect(await canBePaid({ db, payees: createSandbox() }, ann)).toBe(false)
  expect(await canBePaid({ db, payees: createSandbox() }, bob)).toBe(true)
  await expect(callAs(ann).sandbox.get({ account })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await connect(ann)).not.toBe(account)
  expect(await callAs(ann).payouts.refresh()).toMatchObject({ payee: { status: 'in_progress' } })
})

test('a person can disconnect only 120 days after a payment, because refunds are deducted from the account', async () => {
  await setUp(ann, 'complete')
  await sql`
    with event as (
      insert into events (title, event_type, event_date, timezone, venue_name, location, organizer_id)
      values ('Low Pressure', 'club_night', ${clock.now}, 'Europe/Berlin', 'The Cistern', 'Berlin', ${bob}) returning id
    )
    insert into transfers (event_id, payee_id, reason, amount_cents, currency)
    select id, ${ann}, 'deposit', 4000, 'USD' from event`.execute(db)
  expect((await callAs(ann).payouts.get()).payee, 'a waiting payout goes to the next account').toMatchObject({
    disconnectFrom: null,
  })
  await sql`update transfers set status = 'done', done_at = ${clock.now} where payee_id = ${ann}`.execute(db)
  const disconnectFrom = new Date('2027-03-21T13:02:00Z')
  expect((await callAs(ann).payouts.get()).payee).toMatchObject({
    disconnectFrom: disconnectFrom.toISOString(),
  })
  await expect(callAs(ann).payouts.disconnect()).rejects.toMatchObject({ status: 409, code: 'PAID_RECENTLY' })
  clock.now = disconnectFrom
  expect(await callAs(ann).payouts.disconnect()).toEqual(notConnected)
})

test('a person can neither read nor change the account of another person', async () => {
  const account = await setUp(ann, 'complete')
  expect(await callAs(bob).payouts.get()).toEqual(notConnected)
  await callAs(bob).payouts.disconnect()
  await expect(callAs(bob).sandbox.get({ account })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(callAs(bob).sandbox.choose({ account, setup: 'unfinished' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await callAs(ann).payouts.refresh()).toMatchObject({ payee: { status: 'connected' } })
})

test.each(['', 'nothing', '\0', `sbx_payee_${'0'.repeat(32)}`])(
  'responds that the sandbox account %j doesn’t exist',
  async (account) => {
    await expect(callAs(ann).sandbox.get({ account })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('simultaneous presses of Connect create one account', async () => {
  for (let round = 0; round < randomRuns(10); round += 1) {
    const id = await insertMember(db)
    const accounts = new Set<string>()
    const counting: PayeePort = {
      ...createSandbox(),
      createAccount: async (...given) => {
        const account = await createSandbox().createAccount(...given)
        accounts.add(account)
        return account
      },
    }
    const results = await Promise.all(
      Array.from({ length: 5 }, () => callAs(id, counting).payouts.connect({})),
    )
    expect(new Set(results.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
    expect(accounts.size).toBe(1)
  }
})

test('a crash after creating the account at the provider continues with the same account', async () => {
  const keys: string[] = []
  const crashing: PayeePort = {
    ...createSandbox(),
    createAccount: async (key, userId) => {
      keys.push(key)
      if (keys.length === 1) throw new Error('connection lost')
      return createSandbox().createAccount(key, userId)
    },
  }
  await expect(callAs(ann, crashing).payouts.connect({})).rejects.toThrow()
  expect(await callAs(ann).payouts.get()).toEqual(notConnected)
  await callAs(ann, crashing).payouts.connect({})
  expect(new Set(keys).size).toBe(1)
})

test('an account that is disconnected while it is created is closed at the provider', async () => {
  const closed: string[] = []
  const slow: PayeePort = {
    ...createSandbox(),
    createAccount: async (...given) => {
      await db.deleteFrom('payees').where('user_id', '=', ann).execute()
      return createSandbox().createAccount(...given)
    },
    disconnect: async (account) => void closed.push(account),
  }
  await expect(callAs(ann, slow).payouts.connect({})).rejects.toMatchObject({ code: 'DISCONNECTED' })
  expect(closed).toHaveLength(1)
  expect(await callAs(ann).payouts.get()).toEqual(notConnected)
})

test('an older report that arrives late does not replace a newer report', async () => {
  const account = await setUp(ann, 'unfinished')
  const { promise: reading, resolve: startReading } = Promise.withResolvers<undefined>()
  const { promise: reported, resolve: report } = Promise.withResolvers<undefined>()
  const slow: PayeePort = {
    ...createSandbox(),
    readAccount: async (id) => {
      const old = await createSandbox().readAccount(id)
      startReading(undefined)
      await reported
      return old
    },
  }
  const late = callAs(ann, slow).payouts.refresh()
  await reading
  clock.now = new Date(clock.now.getTime() + 1000)
  await callAs(ann).sandbox.choose({ account, setup: 'complete' })
  await callAs(ann).payouts.refresh()
  report(undefined)
  expect(await late).toMatchObject({ payee: { status: 'connected', checkedAt: clock.now.toISOString() } })
})

test('without a provider, payouts are not available', async () => {
  await setUp(ann, 'complete')
  const none = createPayees(db, { payments: 'none' })
  expect(none).toBeUndefined()
  const calls = callAs(ann, null)
  expect(await calls.payouts.get()).toEqual({ provider: 'none', payee: null })
  expect(await canBePaid({ db, payees: none }, ann)).toBe(false)
  await expect(calls.payouts.connect({})).rejects.toMatchObject({ code: 'NOT_AVAILABLE' })
})

test('an account of another provider counts as not connected, and connecting replaces it', async () => {
  await setUp(ann, 'complete')
  const other: PayeePort = {
    ...createSandbox(),
    provider: 'stripe',
    createAccount: async (key) => `acct_${key}`,
    createOnboardingLink: async (account) => `https://connect.example/${account}`,
  }
  expect(await callAs(ann, other).payouts.get()).toEqual({ provider: 'stripe', payee: null })
  expect(await canBePaid({ db, payees: other }, ann)).toBe(false)
  const { redirectUrl } = await callAs(ann, other).payouts.connect({})
  expect(redirectUrl).toMatch(/^https:\/\/connect\.example\/acct_/)
  expect(await callAs(ann).payouts.get()).toEqual(notConnected)
})

test('deleting a person deletes their payout account', async () => {
  const account = await setUp(ann, 'complete')
  await db.deleteFrom('accounts').where('id', '=', ann).execute()
  for (const table of ['payees', 'sandbox_payees'] as const)
    expect(await db.selectFrom(table).selectAll().where('account_id', '=', account).execute()).toEqual([])
})

test('the sandbox leads back to the event that the person came from, and to no other address', async () => {
  const eventId = newId()
  const { redirectUrl } = await callAs(ann).payouts.connect({ eventId })
  const { pathname, searchParams } = new URL(redirectUrl, 'https://b2b.example')
  expect(searchParams.get('event')).toBe(eventId)
  const account = pathname.slice('/payouts/sandbox/'.length)
  expect(await callAs(ann).sandbox.choose({ account, setup: 'complete', eventId })).toEqual({
    returnUrl: `/dashboard/events/${eventId}/edit`,
  })
  const hostile = callAs(ann).sandbox.choose({ account, setup: 'complete', eventId: '//b2b.evil/' })
  await expect(hostile).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
