import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomRuns } from '~tests/support/random-runs'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { createLog } from '~/platform/log/log'
import { releaseFees } from './release-fees'
import { returnDeposits } from './return-deposits'
import { sendTransfers } from './send-transfers'
import { openPayableBooking } from './testing-payable-booking'

const { db } = await openShop()
const openBooking = () => openPayableBooking(db)

test('a deposit is transferred to the DJ when it is paid, and both sides see it', async () => {
  const { bookingId, organizer, dj, shop, eventId, payments, pay, readAccounts } = await openBooking()
  expect(await payments.get({ bookingId })).toMatchObject({
    canPay: true,
    depositDueCents: 3_000,
    balanceLimitCents: 7_330,
  })
  expect(await pay('deposit', 3_000)).toBe('approved')
  expect(await readAccounts()).toEqual({ provider: 3_000, payable: -3_000 })
  expect(await shop.as(dj).bookingPayments.get({ bookingId })).toMatchObject({
    depositDueCents: 0,
    paidDepositCents: 3_000,
    balanceLimitCents: 7_330,
  })
  const { rows } = await sql<{ kind: string; terms: object; actor: string }>`
    select kind, terms, actor_id as actor from booking_steps where booking_id = ${bookingId} and kind = 'pay'`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      kind: 'pay',
      terms: { payment: { purpose: 'deposit', cents: 3_000, method: null } },
      actor: organizer.id,
    },
  ])
  const { rows: notified } = await sql<{ userId: string }>`
    select user_id as "userId" from notifications where subject_id = ${bookingId} and kind = 'booking_paid'`.execute(
    db,
  )
  expect(notified).toEqual([{ userId: dj.id }])
  expect(await findFaults(db)).toEqual([])
  expect(eventId).not.toBe('')
})

test('only the client can pay, and only the amount that is due', async () => {
  const { bookingId, dj, shop, payments, pay } = await openBooking()
  const byDj = shop.as(dj).bookingPayments
  const stranger = shop.as({ ...(await insertCaller(db)), roles: ['user'] }).bookingPayments
  const deposit = { bookingId, purpose: 'deposit', amountCents: 3_000 } as const
  await expect(byDj.pay(deposit)).rejects.toMatchObject({ code: 'BOOKING_NOT_FOUND' })
  await expect(stranger.get({ bookingId })).rejects.toMatchObject({ code: 'BOOKING_NOT_FOUND' })
  await expect(payments.pay({ ...deposit, amountCents: 2_000 })).rejects.toMatchObject({
    code: 'AMOUNT_CHANGED',
    data: { amountCents: 3_000 },
  })
  await expect(payments.pay({ bookingId, purpose: 'balance', amountCents: 7_331 })).rejects.toMatchObject({
    code: 'AMOUNT_CHANGED',
    data: { amountCents: 7_330 },
  })
  await pay('deposit', 3_000)
  await expect(payments.pay(deposit)).rejects.toMatchObject({ code: 'NOTHING_DUE' })
})

test('a second deposit and one for a cancelled booking are refunded in full', async () => {
  const { open, approve, cancel, pay, readAccounts, bookingId, payments } = await openBooking()
  const [first, late] = [await open('deposit', 3_000), await open('balance', 7_000)]
  await sql`
    insert into payments (booking_id, event_id, purpose, provider, provider_reference, amount_cents)
    select booking_id, event_id, purpose, provider, 'sbx_3000_' || repeat('a', 40), amount_cents from payments
    where provider_reference = ${first}`.execute(db)
  expect((await approve(first)).status).toBe('approved')
  expect((await approve(`sbx_3000_${'a'.repeat(40)}`)).status).toBe('returned')
  await cancel(3_000)
  expect((await approve(late)).status).toBe('returned')
  await expect(pay('balance', 7_000)).rejects.toMatchObject({ code: 'NOTHING_DUE' })
  expect(await readAccounts()).toEqual({ provider: 13_000, payable: -3_000, refunds_due: -10_000 })
  expect(await payments.get({ bookingId })).toMatchObject({ paidDepositCents: 3_000, paidBalanceCents: 0 })
  expect(await findFaults(db)).toEqual([])
})

test.each([
  ['the deposit is refunded', 0, { provider: 10_000, refunds_due: -10_000 }],
  ['the DJ keeps the deposit', 3_000, { provider: 10_000, payable: -3_000, refunds_due: -7_000 }],
  ['half of the deposit is kept', 1_500, { provider: 10_000, payable: -1_500, refunds_due: -8_500 }],
  [
    'more than the deposit is due',
    5_000,
    { provider: 10_000, payable: -3_000, refunds_due: -5_000, organizer: -2_000 },
  ],
])('after a cancellation, %s', async (_, cents, accounts) => {
  const { pay, cancel, services, readAccounts, bookingId, payments } = await openBooking()
  await pay('deposit', 3_000)
  await pay('balance', 7_000)
  await cancel(cents)
  await returnDeposits(services)
  await returnDeposits(services)
  expect(await readAccounts()).toEqual(accounts)
  expect((await payments.get({ bookingId })).refundedCents).toBe(-accounts.refunds_due)
  expect(await findFaults(db)).toEqual([])
})

test.each([
  ['lost', {}],
  // While the dispute is open, the bank holds the money. If the bank decides for the organizer, the deposit is
  // refunded.
  ['open', {}],
  ['won', { provider: 3_000, refunds_due: -3_000 }],
])(
  'a deposit whose dispute is %s is reversed, and refunded only if the bank didn’t take it',
  async (status, accounts) => {
    const { pay, cancel, services, readAccounts, bookingId } = await openBooking()
    await pay('deposit', 3_000)
    await sql`
    insert into disputes (id, payment_id, amount_cents, reason, status, opened_at)
    select 'dp_' || gen_random_uuid(), p.id, 3000, 'fraudulent', ${status}, now() from payments p where p.booking_id = ${bookingId}`.execute(
      db,
    )
    await cancel(0)
    await returnDeposits(services)
    await returnDeposits(services)
    expect(await readAccounts()).toEqual(accounts)
    expect(await findFaults(db)).toEqual([])
  },
)

test('a deposit that was sent to the DJ is refunded once its reversal has succeeded', async () => {
  const { pay, cancel, services, readAccounts, bookingId } = await openBooking()
  await pay('deposit', 3_000)
  const finish = () =>
    sql`update transfers set status = 'done', done_at = clock_timestamp() where booking_id = ${bookingId} and status = 'requested'`.execute(
      db,
    )
  await finish()
  await cancel(0)
  await returnDeposits(services)
  await returnDeposits(services)
  expect(await readAccounts()).toEqual({ payable: 3_000, organizer: -3_000 })
  await finish()
  await returnDeposits(services)
  expect(await readAccounts()).toEqual({ provider: 3_000, refunds_due: -3_000 })
  expect(await findFaults(db)).toEqual([])
})

test('the settlement pays the DJ the rest of the fee, from tickets and payments towards the fee', async () => {
  const { pay, as, organizer, dj, eventId, bookingId, sell } = await openBooking()
  await pay('deposit', 3_000)
  await pay('balance', 5_000)
  await sell([1])
  const settlement = await as(organizer).settlement.get({ eventId })
  expect(settlement).toMatchObject({
    grossCents: 1_600,
    netCents: 1_600,
    paidInCents: 8_000,
    depositsCents: 3_000,
    organizerCents: 0,
    // The sum of ticket sales and the payment towards the fee.
    balanceCents: 6_600,
  })
  expect(settlement.shares).toMatchObject([
    { bookingId, person: { id: dj.id }, depositCents: 3_000, transferCents: 6_600, missingCents: 400 },
  ])
})

test('a deposit is no longer due when the DJ was paid from tickets', async () => {
  const { sell, settle, open, approve, payments, bookingId, readAccounts } = await openBooking()
  const late = await open('deposit', 3_000)
  await sell([10])
  await settle()
  expect(await payments.get({ bookingId })).toMatchObject({ depositDueCents: 0, balanceLimitCents: 0 })
  expect((await approve(late)).status).toBe('returned')
  expect(await readAccounts()).toMatchObject({ payable: -16_000, refunds_due: -3_000 })
})

test('the covered part of a guaranteed fee is released, also after the processing fee of a top-up', async () => {
  const { bookingId, eventId, sell, pay, readAccounts } = await openBooking()
  await pay('balance', 5_000)
  await sell([1])
  await sql`
    select post_provider_fees('sandbox', 'organizer', array['test_' || p.id], array['provider_fee'], array[p.provider_reference], array[100::bigint])
    from payments p where p.booking_id = ${bookingId}`.execute(db)
  await sql`
    update bookings set status = 'completed', completed_at = ends_at, deal = deal || '{"isFeeGuaranteed": true}' where id = ${bookingId}`.execute(
    db,
  )
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, device_id)
    select gen_random_uuid(), ${eventId}, k.id, 'checked_in', 1, now(), gen_random_uuid()
    from tickets k where k.event_id = ${eventId} limit 1`.execute(db)
  expect(await releaseFees({ db, now: () => new Date(Date.now() + 9 * 86_400_000) })).toBe(1)
  expect(await readAccounts()).toMatchObject({ payable: -6_500 })
})

test('a deposit is reversed although its DJ deleted their account', async () => {
  const { pay, cancel, services, dj, bookingId, eventId, readAccounts } = await openBooking()
  await sql`
    insert into payees (user_id, provider, account_id, status, connected_at)
    values (${dj.id}, 'sandbox', ${`sbx_payee_${dj.id}`}, 'connected', now())`.execute(db)
  await pay('deposit', 3_000)
  const payees = {
    provider: 'sandbox' as const,
    transfer: async () => 'sbx_transfer',
    reverse: async ({ transferReference }: { transferReference: string }) => `${transferReference}_reversed`,
  }
  const send = () => sendTransfers({ ...services, payees, log: createLog({ level: 'silent' }) })
  await sql`update transfers set next_attempt_at = 'infinity' where event_id <> ${eventId}`.execute(db)
  expect(await send()).toBe(1)
  await sql`delete from accounts where id = ${dj.id}`.execute(db)
  await cancel(0)
  await returnDeposits(services)
  expect(await send()).toBe(1)
  const { rows } = await sql<{ cents: number; reference: string | null }>`
    select amount_cents as cents, provider_reference as reference from transfers where booking_id = ${bookingId} order by id`.execute(
    db,
  )
  expect(rows).toEqual([
    { cents: 3_000, reference: 'sbx_transfer' },
    { cents: -3_000, reference: 'sbx_transfer_reversed' },
  ])
  await returnDeposits(services)
  expect(await readAccounts()).toEqual({ provider: 3_000, refunds_due: -3_000 })
})

test('two simultaneous approvals of a deposit count once', async () => {
  for (let round = 0; round < randomRuns(10); round += 1) {
    const { open, approve, readAccounts } = await openBooking()
    const reference = await open('deposit', 3_000)
    await Promise.all([approve(reference), approve(reference), approve(reference)])
    expect(await readAccounts()).toEqual({ provider: 3_000, payable: -3_000 })
  }
})
