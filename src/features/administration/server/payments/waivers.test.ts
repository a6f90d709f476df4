import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEventWithTeam } from '~tests/support/event-organizers'
import { refusalOf } from '~tests/support/refusal'
import { insertCaller, openShop } from '~tests/support/shop'
import { administrationCalls } from '../calls'
import type { Context } from '../context'

const { db, shop } = await openShop()

async function callAsAdmin() {
  const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
  const context = shop.contextOf(admin) as unknown as Context
  return createRouterClient(administrationCalls, { context }).payments
}

async function insertRequest() {
  const { eventId, team } = await insertEventWithTeam(db, [
    { total: 340, cents: 1800 },
    { total: 60, cents: 2200 },
    { total: 20, cents: 0 },
  ])
  await sql`insert into payee_waivers (event_id, requested_by) values (${eventId}, ${team.organizer.id})`.execute(
    db,
  )
  return eventId
}

const readWaiver = (eventId: string) =>
  db.selectFrom('payee_waivers').selectAll().where('event_id', '=', eventId).executeTakeFirstOrThrow()

test('lists open requests with prices and paid tickets, but no decided ones', async () => {
  const payments = await callAsAdmin()
  const eventId = await insertRequest()
  expect((await payments.attention()).openWaivers).toMatchObject({
    count: 1,
    rows: [{ eventId, minPriceCents: 1800, maxPriceCents: 2200, tickets: 400 }],
  })
  await payments.decideWaiver({ eventId, isGranted: false, reason: '  Connect an account. ' })
  expect((await payments.attention()).openWaivers).toEqual({ count: 0, rows: [] })
  expect(await readWaiver(eventId)).toMatchObject({ is_granted: false, reason: 'Connect an account.' })
})

test('of two admins who decide at the same moment, one succeeds and the other is refused', async () => {
  const [first, second] = [await callAsAdmin(), await callAsAdmin()]
  const eventId = await insertRequest()
  const results = await Promise.allSettled([
    first.decideWaiver({ eventId, isGranted: true, reason: 'The venue is paid directly.' }),
    second.decideWaiver({ eventId, isGranted: false, reason: 'Connect an account.' }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'ALREADY_DECIDED', status: 409 },
  })
  const { rows } = await sql`select from audit_log where subject_id = ${eventId}`.execute(db)
  expect(rows).toHaveLength(1)
  expect((await readWaiver(eventId)).is_granted).toBe(results[0]?.status === 'fulfilled')
})

test('refuses a decision without a reason, or for an event without a request', async () => {
  const payments = await callAsAdmin()
  const eventId = await insertRequest()
  const missing = await refusalOf(payments.decideWaiver({ eventId, isGranted: true, reason: ' ' }))
  expect(missing.code).toBe('BAD_REQUEST')
  expect((await readWaiver(eventId)).decided_at).toBeNull()
  const { eventId: other } = await insertEventWithTeam(db, [])
  for (const unknown of [other, 'not-an-id']) {
    const decision = payments.decideWaiver({ eventId: unknown, isGranted: true, reason: 'Yes.' })
    expect(await refusalOf(decision)).toMatchObject({ code: 'ALREADY_DECIDED' })
  }
})
