import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findFaults, openShop } from '~tests/support/shop'
import { openStripeBooking } from '~tests/support/stripe/stripe-booking'

const { db } = await openShop()

/** Opens a booking whose client has paid the deposit by card. */
async function openPaidBooking() {
  const booking = await openStripeBooking(db)
  await booking.pay()
  expect(await booking.deliver()).toEqual([])
  return booking
}

const findDispute = (id: string) =>
  db
    .selectFrom('disputes as d')
    .innerJoin('payments as p', 'p.id', 'd.payment_id')
    .select(['d.status', 'd.amount_cents as cents', 'p.booking_id as bookingId'])
    .where('d.id', '=', id)
    .executeTakeFirst()

async function listKinds(disputeId: string) {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from ledger_transactions where source like ${`dispute:${disputeId}:%`}`.execute(db)
  return rows.map(({ kind }) => kind)
}

test('a dispute of a deposit is stored, and posted to the books of the event', async () => {
  const { standIn, reference, bookingId, deliver, readAccounts } = await openPaidBooking()
  const { id } = standIn.openDispute(reference, 'fraudulent')
  expect(await deliver()).toEqual([])
  expect(await findDispute(id)).toEqual({ status: 'open', cents: 3_000, bookingId })
  expect(await listKinds(id)).toEqual(['booking_refund'])
  expect(await readAccounts()).toEqual({ organizer: 3_000, payable: -3_000 })
  expect(await findFaults(db)).toEqual([])
})

test('a dispute that is won moves the money back', async () => {
  const { standIn, reference, deliver, readAccounts } = await openPaidBooking()
  const { id } = standIn.openDispute(reference, 'fraudulent')
  await deliver()
  standIn.closeDispute(id, 'won')
  expect(await deliver()).toEqual([])
  expect(await findDispute(id)).toMatchObject({ status: 'won' })
  expect(await readAccounts()).toEqual({ provider: 3_000, payable: -3_000 })
  expect(await findFaults(db)).toEqual([])
})

test('a dispute that is lost costs the organizer the deposit, before and after the event', async () => {
  for (const isOver of [false, true]) {
    const { standIn, reference, eventId, deliver, readAccounts } = await openPaidBooking()
    if (isOver)
      await sql`update events set event_date = now() - interval '1 day' where id = ${eventId}`.execute(db)
    const { id } = standIn.openDispute(reference, 'fraudulent')
    await deliver()
    standIn.closeDispute(id, 'lost')
    expect(await deliver()).toEqual([])
    expect(await findDispute(id)).toMatchObject({ status: 'lost' })
    expect(await readAccounts()).toEqual({ organizer: 3_000, payable: -3_000 })
  }
  expect(await findFaults(db)).toEqual([])
})

test('a lost dispute also covers a refund that was not sent', async () => {
  const { standIn, reference, deliver, readAccounts } = await openPaidBooking()
  await sql`
    insert into refunds (payment_id, amount_cents, reason) select id, amount_cents, 'booking_cancelled'
    from payments where provider_reference = ${reference}`.execute(db)
  const { id } = standIn.openDispute(reference, 'fraudulent')
  standIn.closeDispute(id, 'lost')
  expect(await deliver()).toEqual([])
  const refunds = db.selectFrom('refunds').select(['status', 'reason'])
  expect(await refunds.execute()).toEqual([{ status: 'done', reason: 'dispute_lost' }])
  expect(await readAccounts()).toEqual({ organizer: 3_000, payable: -3_000 })
  expect(await findFaults(db)).toEqual([])
})

test('leaves the response to an admin in Stripe’s dashboard: no email, page or staged evidence for the organizer', async () => {
  const { standIn, shop, organizer, eventId, reference, enqueued, deliver } = await openPaidBooking()
  const { id } = standIn.openDispute(reference, 'product_not_received')
  await deliver()
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(enqueued).toEqual([])
  const { disputes } = shop.as(organizer)
  await expect(disputes.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(disputes.submit({ id, note: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await disputes.list({ eventId })).toEqual({ disputes: [] })
  expect(standIn.calls.filter(({ method, path }) => method === 'POST' && path.includes('disputes'))).toEqual(
    [],
  )
})

test('reports of one dispute that arrive at the same moment post it once', async () => {
  const { standIn, reference, deliver, readAccounts } = await openPaidBooking()
  const { id } = standIn.openDispute(reference, 'fraudulent')
  for (let report = 0; report < 4; report += 1) standIn.changeDispute(id)
  expect(await deliver()).toEqual([])
  expect(await readAccounts()).toEqual({ organizer: 3_000, payable: -3_000 })
})
