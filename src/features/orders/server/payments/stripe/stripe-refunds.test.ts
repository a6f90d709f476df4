import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openShop } from '~tests/support/shop'
import { openStripeOrder } from '~tests/support/stripe/stripe-order'
import { sendRefunds } from '../../refunds/send-refunds'

const { db } = await openShop()

const open = (options?: Parameters<typeof openStripeOrder>[1]) => openStripeOrder(db, options)

test('a refund whose response was lost and that is repeated a day later happens once', async () => {
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

test('a refund that Stripe’s balance doesn’t cover says so, and continues once it does', async () => {
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
