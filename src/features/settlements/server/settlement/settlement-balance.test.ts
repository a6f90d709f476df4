import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { openSettlement, postAt } from '../testing'

const { db } = await openShop()

test.each([
  // The organizer gets the refund and its service fee back, the DJs no part of it.
  ['the organizer', 1_760, 0],
  ['an admin', 0, -1_760],
])('a refund that %s paid another way is no income of the event', async (payer, paidInCents, siteCents) => {
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

test('refuses to accept a sheet that differs from the ledger', async () => {
  const { accept, organizer, eventId, getSettlement } = await openSettlement(db)
  await postAt(db, eventId, { at: '2026-12-01T12:00:00Z', cents: 5, kind: 'payment_returned' })
  expect(await getSettlement()).toMatchObject({ grossCents: 32_000, balanceCents: 32_005 })
  await expect(accept(organizer)).rejects.toMatchObject({ code: 'NOT_BALANCED' })
})
