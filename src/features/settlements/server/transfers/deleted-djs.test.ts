import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { insertBooking } from '../testing'
import { adjustShares } from './adjust-shares'
import { reverseUnsentTransfers } from './reverse-unsent-transfers'
import { openPayableBooking } from './testing-payable-booking'

const { db } = await openShop()

/**
 * Creates an event with two flat fees, $100.00 and $90.00. Its ten tickets bring $160.00, which pay the fee of
 * $100.00 first.
 */
async function openFees() {
  const first = await openPayableBooking(db)
  const { eventId, organizer } = first
  const other: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const otherId = await insertBooking(db, { eventId, organizer, dj: other }, { feeCents: 9_000 })
  return {
    ...first,
    other,
    otherId,
    deleteFirst: () => sql`delete from accounts where id = ${first.dj.id}`.execute(db),
    getSettlement: () => first.as(organizer).settlement.get({ eventId }),
    listTransfers: async () => {
      const { rows } = await sql<{ bookingId: string | null; cents: number }>`
        select booking_id as "bookingId", sum(amount_cents)::float8 as cents from transfers where event_id = ${eventId} group by 1`.execute(
        db,
      )
      return new Map(rows.map(({ bookingId, cents }) => [bookingId, cents]))
    },
  }
}

test('a refund after a paid DJ deleted their account is borne by the others', async () => {
  const {
    sell,
    settle,
    bookingId,
    organizer,
    dj,
    other,
    otherId,
    deleteFirst,
    services,
    getSettlement,
    ...fees
  } = await openFees()
  const orderId = await sell([10])
  await settle([organizer, dj, other])
  expect(await fees.listTransfers()).toEqual(
    new Map([
      [bookingId, 10_000],
      [otherId, 6_000],
    ]),
  )
  await deleteFirst()
  await adjustShares(services)
  await sql`
    select refund_tickets(${orderId}::uuid, array(select id from tickets where order_id = ${orderId} limit 1), 'holder', true)`.execute(
    db,
  )
  expect(await adjustShares(services)).toBe(1)
  expect(await adjustShares(services)).toBe(0)
  expect(await fees.listTransfers()).toEqual(
    new Map([
      [bookingId, 10_000],
      [otherId, 4_400],
    ]),
  )
  expect(await getSettlement()).toMatchObject({
    organizerCents: 0,
    shares: [
      {
        bookingId,
        person: null,
        basis: 'deleted',
        shareCents: 10_000,
        transferCents: 10_000,
        missingCents: 0,
      },
      { bookingId: otherId, person: { id: other.id }, transferCents: 4_400, missingCents: 4_600 },
    ],
  })
  expect(await findFaults(db)).toEqual([])
})

test('a DJ who deleted their account before the settlement keeps the deposit and doesn’t have to accept', async () => {
  const { sell, settle, pay, bookingId, organizer, other, deleteFirst, getSettlement } = await openFees()
  await pay('deposit', 3_000)
  await sell([10])
  await deleteFirst()
  const { shares, sides, organizerCents } = await getSettlement()
  expect(shares).toMatchObject([
    { bookingId, person: null, shareCents: 3_000, depositCents: 3_000, transferCents: 0 },
    { transferCents: 9_000 },
  ])
  expect(sides.map(({ person }) => person.id)).toEqual([organizer.id, other.id])
  expect(organizerCents).toBe(7_000)
  await settle([organizer, other])
  expect((await getSettlement()).state).toBe('accepted')
})

test('a DJ who deleted their account before anything was transferred has no share', async () => {
  const { sell, otherId, deleteFirst, getSettlement } = await openFees()
  await sell([10])
  await deleteFirst()
  expect((await getSettlement()).shares).toMatchObject([{ bookingId: otherId, transferCents: 9_000 }])
})

test('a payout that waits for a DJ who deletes their account stays with the event', async () => {
  const { sell, settle, otherId, organizer, dj, other, deleteFirst, services, getSettlement, ...fees } =
    await openFees()
  await sell([10])
  await settle([organizer, dj, other])
  await db.transaction().execute((trx) => reverseUnsentTransfers(trx, dj.id))
  await deleteFirst()
  await adjustShares(services)
  expect((await fees.listTransfers()).get(otherId)).toBe(9_000)
  expect((await getSettlement()).shares).toMatchObject([{ bookingId: otherId, transferCents: 9_000 }])
  const { rows } = await sql`
    select person_id from ledger_entries where person_id = ${dj.id} group by person_id having sum(amount) <> 0`.execute(
    db,
  )
  expect(rows).toEqual([])
  expect(await findFaults(db)).toEqual([])
})
