import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectTestPayee, createSandboxPayees } from '~/features/payees/server/testing'
import type { Caller } from '~/platform/rpc/caller'
import { refusalOf } from '~tests/support/refusal'
import { eventsCalls } from './calls'
import { insertDraft, insertMember, openTestDashboard } from './dashboard/testing'
import { decideWaiver, listOpenWaivers } from './public'

const dashboard = await openTestDashboard()
const { db } = dashboard
const payees = createSandboxPayees(db)

const createContext = (caller: Caller) => ({ ...dashboard.createContext(caller), payees })
const callAs = (caller: Caller) =>
  createRouterClient(eventsCalls, { context: createContext(caller) }).dashboard

async function insertPaidDraft() {
  const organizer = await insertMember(db)
  return { organizer, id: await insertDraft(dashboard, organizer) }
}

const getStatus = async (id: string) =>
  (await db.selectFrom('events').select('event_status').where('id', '=', id).executeTakeFirstOrThrow())
    .event_status

test('refuses to publish a paid event of an organizer without a payout account', async () => {
  const { organizer, id } = await insertPaidDraft()
  expect(await refusalOf(callAs(organizer).publish({ id, version: 1 }))).toMatchObject({
    code: 'PAYEE_NEEDED',
    status: 409,
    data: {
      provider: 'sandbox',
      status: 'not_connected',
      requirement: null,
      minPriceCents: 1600,
      isOrganizer: true,
      organizerName: 'Jonas Wirth',
      waiver: null,
    },
  })
  expect(await getStatus(id)).toBe('draft')
})

test.each([
  ['unfinished', 'in_progress', 'identity_document'],
  ['tax_number_needed', 'restricted', 'tax_number'],
] as const)(
  'refuses with a sandbox account that is %s, and names what is needed',
  async (setup, status, requirement) => {
    const { organizer, id } = await insertPaidDraft()
    await connectTestPayee(db, organizer.id, setup)
    expect(await refusalOf(callAs(organizer).publish({ id, version: 1 }))).toMatchObject({
      code: 'PAYEE_NEEDED',
      data: { status, requirement },
    })
  },
)

test('publishes with a connected account', async () => {
  const { organizer, id } = await insertPaidDraft()
  await connectTestPayee(db, organizer.id)
  await callAs(organizer).publish({ id, version: 1 })
  expect(await getStatus(id)).toBe('published')
})

test('publishes right after the organizer completes the account at the provider', async () => {
  const { organizer, id } = await insertPaidDraft()
  const account = await connectTestPayee(db, organizer.id, 'unfinished')
  await sql`update sandbox_payees set setup = 'complete' where account_id = ${account}`.execute(db)
  await callAs(organizer).publish({ id, version: 1 })
  expect(await getStatus(id)).toBe('published')
})

test('a manager sees who has to connect an account, and cannot request a waiver', async () => {
  const { organizer, id } = await insertPaidDraft()
  const manager = await insertMember(db)
  await db
    .insertInto('event_people')
    .values({ event_id: id, person_id: manager.id, relation: 'manager' })
    .execute()
  // The manager's own account doesn't matter.
  await connectTestPayee(db, manager.id)
  expect(await refusalOf(callAs(manager).publish({ id, version: 1 }))).toMatchObject({
    code: 'PAYEE_NEEDED',
    data: { status: 'not_connected', isOrganizer: false, organizerName: organizer.fullName },
  })
  expect(await refusalOf(callAs(manager).requestWaiver({ id }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('publishes without an account if the event is free or the site has no provider of payouts', async () => {
  const free = await insertPaidDraft()
  await db.updateTable('ticket_types').set({ price_cents: 0 }).where('event_id', '=', free.id).execute()
  await callAs(free.organizer).publish({ id: free.id, version: 1 })
  const paid = await insertPaidDraft()
  await dashboard.as(paid.organizer).publish({ id: paid.id, version: 1 })
})

test('a request for a waiver is stored once and listed for admins, even if sent twice at the same moment', async () => {
  const { organizer, id } = await insertPaidDraft()
  const requests = await Promise.all([
    callAs(organizer).requestWaiver({ id }),
    callAs(organizer).requestWaiver({ id }),
  ])
  const expected = { requestedAt: dashboard.clock.now.toISOString(), isDeclined: false }
  expect(requests).toEqual([expected, expected])
  expect((await refusalOf(callAs(organizer).publish({ id, version: 1 }))).data).toMatchObject({
    waiver: expected,
  })
  const { rows } = await listOpenWaivers(db, 50)
  expect(rows.find(({ eventId }) => eventId === id)).toEqual({
    eventId: id,
    eventTitle: 'Dust & Diamonds',
    organizerName: 'Jonas Wirth',
    minPriceCents: 1600,
    maxPriceCents: 1600,
    currency: 'USD',
    tickets: 100,
    requestedAt: dashboard.clock.now,
  })
})

test('refuses a request for a waiver that is not needed', async () => {
  const { organizer, id } = await insertPaidDraft()
  await connectTestPayee(db, organizer.id)
  expect(await refusalOf(callAs(organizer).requestWaiver({ id }))).toMatchObject({ code: 'NOT_NOW' })
})

async function requestAndDecide(isGranted: boolean) {
  const { organizer, id } = await insertPaidDraft()
  const admin = await insertMember(db, { role: 'admin' })
  await callAs(organizer).requestWaiver({ id })
  const reason = 'The Cistern is paid by bank transfer.'
  expect(await decideWaiver(createContext(admin), { eventId: id, isGranted, reason })).toBe(true)
  const log = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'details'])
    .where('subject_id', '=', id)
    .execute()
  const notifications = await db
    .selectFrom('notifications')
    .select(['kind', 'facts'])
    .where('user_id', '=', organizer.id)
    .execute()
  expect(notifications).toEqual([
    {
      kind: isGranted ? 'waiver_granted' : 'waiver_declined',
      facts: { title: 'Dust & Diamonds', note: reason },
    },
  ])
  expect(log).toEqual([
    {
      actor_id: admin.id,
      action: isGranted ? 'events.grant_waiver' : 'events.decline_waiver',
      details: { event: 'Dust & Diamonds', person: organizer.id, reason },
    },
  ])
  return { organizer, id }
}

test('a granted waiver publishes this event only, and is logged with name and reason', async () => {
  const { organizer, id } = await requestAndDecide(true)
  await callAs(organizer).publish({ id, version: 1 })
  expect(await getStatus(id)).toBe('published')
  const other = await insertDraft(dashboard, organizer)
  expect(await refusalOf(callAs(organizer).publish({ id: other, version: 1 }))).toMatchObject({
    code: 'PAYEE_NEEDED',
  })
})

test('a declined waiver keeps the draft, and is not requested again', async () => {
  const { organizer, id } = await requestAndDecide(false)
  expect(await callAs(organizer).requestWaiver({ id })).toMatchObject({ isDeclined: true })
  expect(await refusalOf(callAs(organizer).publish({ id, version: 1 }))).toMatchObject({
    data: { waiver: { isDeclined: true } },
  })
})
