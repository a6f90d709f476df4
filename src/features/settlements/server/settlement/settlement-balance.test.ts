import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { openSettlement, postAt } from '../testing'

const { db } = await openShop()

test.each([
  // The organizer paid the refund and its service fee, so they get this amount back. The DJs get no part of it.
  ['the organizer', 1_760, 0],
  ['an admin', 0, -1_760],
])('a refund that %s paid in cash isn’t income of the event', async (payer, paidInCents, siteCents) => {
  const { shop, organizer, orders, eventId, getSettlement, as } = await openSettlement(db)
  const [orderId] = orders
  await sql`
    select refund_tickets(${orderId}::uuid, array(select id from tickets where order_id = ${orderId} limit 1), 'holder', true)`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    update refunds r set status = 'failed' from payments p where p.id = r.payment_id and p.order_id = ${orderId} returning r.id`.execute(
    db,
  )
  const before = await getSettlement()
  expect(before).toMatchObject({ refundsCents: 1_600, netCents: 26_400 })
  const caller: Caller = payer === 'an admin' ? { ...(await insertCaller(db)), roles: ['admin'] } : organizer
  const refund = { eventId, refundId: rows[0]?.id ?? '', otherPayment: 'Cash.' }
  await shop.as(caller).sales.payRefundAnotherWay(refund)
  expect(await getSettlement()).toMatchObject({
    refundsCents: 1_600,
    netCents: 26_400,
    paidInCents,
    organizerCents: before.organizerCents + paidInCents,
    counts: { refunds: 1, refundedTickets: 1 },
    shares: before.shares,
  })
  const { rows: accounts } = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::float8 as cents from ledger_days
    where event_id = ${eventId} and account = 'service_fees' and kind = 'refund_paid_another_way'`.execute(db)
  expect(accounts).toEqual([{ cents: siteCents }])
  const { entries } = await as(organizer).money.entries({
    month: 'all',
    event: eventId,
    line: 'paid_refunds',
  })
  expect(entries.map(({ cents }) => cents)).toEqual(paidInCents > 0 ? [paidInCents] : [])
  expect(await findFaults(db)).toEqual([])
})

test.each([
  // 19/119 of €304.00, after a refund of €16.00.
  { mode: 'included', ratePpm: 190_000, gross: 32_000, refund: 1_600, tax: 4_854 },
  // A ticket costs $17.42 with its tax: 8.875/108.875 of $330.98.
  { mode: 'added', ratePpm: 88_750, gross: 34_840, refund: 1_742, tax: 2_698 },
] as const)('$mode tax goes to the organizer on top of their part of net', async (row) => {
  const { orders, getSettlement, accept, organizer, mara, juno } = await openSettlement(db, {
    tax: row,
  })
  await sql`
    select refund_tickets(${orders[0]}::uuid, array(select id from tickets where order_id = ${orders[0]} limit 1), 'holder', true)`.execute(
    db,
  )
  const netCents = row.gross - row.refund - row.tax - 4_000
  const shares = [Math.round(netCents * 0.6), Math.round(netCents * 0.15)]
  expect(await getSettlement()).toMatchObject({
    grossCents: row.gross,
    refundsCents: row.refund,
    taxCents: row.tax,
    netCents,
    shares: shares.map((cents) => ({ shareCents: cents, transferCents: cents })),
    organizerCents: row.gross - row.refund - shares.reduce((sum, cents) => sum + cents, 0),
  })
  for (const person of [organizer, mara, juno]) await accept(person)
  expect(await getSettlement()).toMatchObject({ state: 'accepted' })
  expect(await findFaults(db)).toEqual([])
})

test('refuses to accept a sheet that differs from the ledger', async () => {
  const { accept, organizer, eventId, getSettlement } = await openSettlement(db)
  await postAt(db, eventId, { at: '2026-12-01T12:00:00Z', cents: 5, kind: 'payment_returned' })
  expect(await getSettlement()).toMatchObject({ grossCents: 32_000, balanceCents: 32_005 })
  await expect(accept(organizer)).rejects.toMatchObject({ code: 'NOT_BALANCED' })
})
