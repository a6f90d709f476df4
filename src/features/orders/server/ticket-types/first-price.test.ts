import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectTestPayee, createSandboxPayees } from '~/features/payees/server/testing'
import type { Caller } from '~/platform/rpc/caller'
import { faultsOf, insertEventWithTeam } from '~tests/support/event-organizers'
import { openShop, shopClient } from '~tests/support/shop'

const { db, shop } = await openShop()
const payees = createSandboxPayees(db)
const callAs = (caller: Caller) => shopClient({ ...shop.contextOf(caller), payees }).types

const paid = { name: 'Advance', priceCents: 1800, stock: 10 }
const needed = { priceCents: 'Connect a bank account first, in Settings under Payouts' }

test('refuses the first paid ticket type of a published event without a payee, but accepts a free type', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 10, cents: 0 }])
  expect(await faultsOf(callAs(team.organizer).add({ eventId, ...paid }))).toEqual(needed)
  const board = await callAs(team.organizer).add({ eventId, ...paid, priceCents: 0 })
  expect(board.types.map(({ priceCents }) => priceCents)).toEqual([0, 0])
})

test('refuses the first price of a ticket type of a published event without a payee, but no other changes', async () => {
  const { types, team } = await insertEventWithTeam(db, [{ total: 10, cents: 0 }])
  const id = types[0] ?? ''
  expect(await faultsOf(callAs(team.organizer).save({ id, changes: { priceCents: 1800 } }))).toEqual(needed)
  const board = await callAs(team.organizer).save({ id, changes: { stock: 20 } })
  expect(board.types).toMatchObject([{ priceCents: 0, stock: 20 }])
})

test('says that the organizer’s payouts are paused when it refuses the first price', async () => {
  const { types, team } = await insertEventWithTeam(db, [{ total: 10, cents: 0 }])
  await connectTestPayee(db, team.organizer.id, 'tax_number_needed')
  const change = { id: types[0] ?? '', changes: { priceCents: 1800 } }
  expect(await faultsOf(callAs(team.organizer).save(change))).toEqual({
    priceCents: 'Your payouts are paused. Resolve that in Settings, under Payouts',
  })
})

test('an event that sells tickets keeps selling and accepts more prices without a payee', async () => {
  const { eventId, types, team } = await insertEventWithTeam(db, [{ total: 10, cents: 1600 }])
  await callAs(team.organizer).save({ id: types[0] ?? '', changes: { priceCents: 2000 } })
  const board = await callAs(team.organizer).add({ eventId, ...paid })
  expect(board.types.map(({ priceCents }) => priceCents)).toEqual([2000, 1800])
})

test('prices of a draft are accepted: publishing checks them', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [], { status: 'draft' })
  await callAs(team.organizer).add({ eventId, ...paid })
})

test('accepts the first price with a waiver, or right after the account is completed at the provider', async () => {
  const waived = await insertEventWithTeam(db, [])
  await sql`insert into payee_waivers (event_id, decided_at, is_granted, reason)
    values (${waived.eventId}, now(), true, 'The venue is paid directly.')`.execute(db)
  await callAs(waived.team.organizer).add({ eventId: waived.eventId, ...paid })
  const completed = await insertEventWithTeam(db, [])
  const account = await connectTestPayee(db, completed.team.organizer.id, 'unfinished')
  await sql`update sandbox_payees set setup = 'complete' where account_id = ${account}`.execute(db)
  await callAs(completed.team.organizer).add({ eventId: completed.eventId, ...paid })
})
