import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller, openShop } from '~tests/support/shop'
import { insertBooking } from '../testing'
import { adjustShares } from './adjust-shares'
import { openPayableBooking } from './testing-payable-booking'

const { db } = await openShop()

test.each([
  ['open', [1_600, 0]],
  ['under_review', [1_600, 0]],
  ['lost', [1_600, 0]],
  ['won', [1_600, 5_000]],
])(
  'a top-up whose dispute is %s pays its DJ first, unless the bank holds or took the money',
  async (status, cents) => {
    const { pay, sell, as, organizer, eventId, bookingId } = await openPayableBooking(db)
    const dj: Caller = { ...(await insertCaller(db)), roles: ['user'] }
    const earlier = await insertBooking(db, { eventId, organizer, dj }, { feeCents: 10_000 })
    await sql`update bookings set event_date = event_date - interval '1 hour' where id = ${earlier}`.execute(
      db,
    )
    await pay('balance', 5_000)
    await sell([1])
    await sql`
    insert into disputes (id, payment_id, amount_cents, reason, status, opened_at)
    select 'dp_' || gen_random_uuid(), p.id, 5000, 'fraudulent', ${status}, now() from payments p where p.booking_id = ${bookingId}`.execute(
      db,
    )
    const { shares } = await as(organizer).settlement.get({ eventId })
    expect(shares.map(({ transferCents }) => transferCents)).toEqual(cents)
  },
)

test('after the settlement, only the unpaid part of a fee can be topped up', async () => {
  const { pay, sell, settle, payments, services, bookingId } = await openPayableBooking(db)
  const readLimit = async () => (await payments.get({ bookingId })).balanceLimitCents
  await sell([2])
  await settle()
  // The limit is the fee of $100.00, less the $32.00 from ticket sales, plus the allowance for the processing fee.
  expect(await readLimit()).toBe(7_122)
  expect(await pay('balance', 3_000)).toBe('approved')
  expect(await readLimit()).toBe(4_002)
  await adjustShares(services)
  expect(await readLimit()).toBe(4_002)
  await pay('balance', 4_002)
  await adjustShares(services)
  expect(await readLimit()).toBe(0)
  await expect(pay('balance', 100)).rejects.toMatchObject({ code: 'NOTHING_DUE' })
})
