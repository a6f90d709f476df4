import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '~tests/support/shop'
import { openStripeOrder } from '~tests/support/stripe/stripe-order'
import { createRefundShape, toRefundOutcome } from '~tests/support/stripe/shapes'
import { sendRefunds } from '../../refunds/send-refunds'
import { toProviderRefund } from './stripe-refunds'

const { db } = await openShop()

const open = (options?: Parameters<typeof openStripeOrder>[1]) => openStripeOrder(db, options)

test('a refund is made once, even if its response was lost and the call is repeated a day later', async () => {
  let time = new Date('2026-12-01T12:00:00Z')
  const { standIn, shop, reference, totalCents, start, check } = await open({ now: () => time })
  await start()
  standIn.confirm(reference, 'pm_card_visa')
  await check()
  await sql`insert into refunds (payment_id, amount_cents, reason)
    select id, ${totalCents}, 'event_cancelled' from payments where provider_reference = ${reference}`.execute(
    db,
  )
  standIn.disturb(/POST .*refunds/, { kind: 'loses_response' })
  await sendRefunds(shop)
  time = new Date('2026-12-02T13:00:00Z')
  await sql`update refunds set next_attempt_at = clock_timestamp()`.execute(db)
  await sendRefunds(shop)
  const { rows } = await sql`select r.status, r.provider_reference as reference, r.attempts
    from refunds r join payments p on p.id = r.payment_id where p.provider_reference = ${reference}`.execute(
    db,
  )
  expect(rows).toEqual([{ status: 'done', reference: expect.stringMatching(/^re_/), attempts: 2 }])
  expect(
    standIn.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds'),
  ).toHaveLength(1)
})

test('a refund that Stripe’s balance doesn’t cover is reported as such, and is made once the balance suffices', async () => {
  const { standIn, shop, reference, totalCents, start, check } = await open()
  await start()
  standIn.confirm(reference, 'pm_card_visa')
  await check()
  await sql`insert into refunds (payment_id, amount_cents, reason)
    select id, ${totalCents}, 'event_cancelled' from payments where provider_reference = ${reference}`.execute(
    db,
  )
  const find = async () => {
    const { rows } =
      await sql`select r.status, r.last_error as error from refunds r join payments p on p.id = r.payment_id
      where p.provider_reference = ${reference}`.execute(db)
    return rows
  }
  standIn.setBalance('empty')
  await sendRefunds(shop)
  expect(await find()).toEqual([{ status: 'requested', error: expect.stringContaining('doesn’t cover') }])
  standIn.setBalance('filled')
  await sql`update refunds set next_attempt_at = clock_timestamp()`.execute(db)
  await sendRefunds(shop)
  expect(await find()).toEqual([{ status: 'done', error: null }])
  expect(
    standIn.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds'),
  ).toHaveLength(1)
})

test('a refund to a card is paid once Stripe no longer waits for the bank’s reference', () => {
  const shape = createRefundShape({
    id: 're_1',
    amount: 100,
    currency: 'eur',
    created: 0,
    metadata: { refund: 'ours' },
    payment_intent: 'pi_1',
    charge: 'ch_1',
    balance_transaction: null,
    status: 'succeeded',
  })
  const card = { type: 'refund', reference_status: 'pending' } as const
  expect(toProviderRefund({ ...shape, destination_details: { type: 'card', card } })).toMatchObject({
    refundId: 'ours',
    status: 'pending',
  })
  expect(toProviderRefund({ ...shape, ...toRefundOutcome('succeeded') })).toMatchObject({
    status: 'paid',
    bankReference: '74102290334155',
  })
  expect(toProviderRefund({ ...shape, ...toRefundOutcome('failed') })).toMatchObject({
    status: 'failed',
    reason: 'lost_or_stolen_card',
  })
  expect(toProviderRefund(shape)).toMatchObject({ status: 'paid', bankReference: undefined })
})
