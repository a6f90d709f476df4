import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestSettings } from '~/features/settings/server/testing'
import type { EmailMessage } from '~/platform/email/mailer'
import { createLog } from '~/platform/log/log'
import { insertEvent } from '~tests/support/event-shop'
import { findFaults, insertCaller, openShop, reserveInput } from '~tests/support/shop'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'
import { handleEvents } from '../payments/stripe/webhooks/handle-events'
import { storeEvents } from '../payments/stripe/webhooks/store-events'
import { sendRefunds } from '../refunds/send-refunds'
import { notifyDispute } from './notify-dispute'
import type { NotifyDispute } from './record-dispute'

const { db } = await openShop()

/** An order of two tickets that is paid with Stripe, and everything that happens by itself. */
async function openPaidOrder() {
  const { standIn, shop, payments } = await createStripeShop(db)
  const { organizer, sale, eventId } = await insertEvent(db, [{ total: 2, cents: 1600 }])
  const buyer = shop.as(await insertCaller(db))
  const { id: orderId, totalCents } = await buyer.reserve(reserveInput(sale, [2]))
  const { redirectUrl } = await buyer.startPayment({
    orderId,
    buyerName: 'Juno Okafor',
    buyerEmail: 'juno@okafor.example',
  })
  const reference = redirectUrl.slice('/pay/stripe/'.length)
  await buyer.stripe.start({ reference, amountCents: totalCents })
  standIn.confirm(reference, 'pm_card_visa')
  await buyer.stripe.check({ reference })
  standIn.takeWebhooks()
  const waiting: NotifyDispute[] = []
  const jobs = {
    enqueue: async (_: unknown, __: string, payload: object) => void waiting.push(payload as NotifyDispute),
  }
  const emails: EmailMessage[] = []
  const mailer = { send: async (sent: EmailMessage) => void emails.push(sent), close: async () => undefined }
  return {
    standIn,
    shop,
    organizer,
    eventId,
    orderId,
    totalCents,
    reference,
    emails,
    getOrder: () => buyer.getOrder({ id: orderId }),
    /** Delivers all webhooks twice, handles them, and sends the emails. */
    deliver: async () => {
      for (const { body, headers } of standIn.takeWebhooks().flatMap((webhook) => [webhook, webhook])) {
        const event = await payments.readEvent(Buffer.from(body), headers['stripe-signature'] ?? '')
        if (event !== undefined) await storeEvents(db, [event])
      }
      await sql`update payment_events set next_attempt_at = clock_timestamp() where handled_at is null`.execute(
        db,
      )
      await handleEvents({ db, payments, sales: shop.sales, jobs, log: createLog({ level: 'silent' }) })
      const services = { db, mailer, settings: createTestSettings(), publicUrl: 'https://b2b.example' }
      for (const dispute of waiting.splice(0)) await notifyDispute(services, dispute)
    },
    findDispute: (id: string) =>
      db
        .selectFrom('disputes')
        .select(['status', 'amount_cents', 'due_by', 'closed_at'])
        .where('id', '=', id)
        .executeTakeFirst(),
  }
}

test('a dispute tells the organizer once, and its evidence is put into the dispute, unsent', async () => {
  const { standIn, reference, orderId, organizer, emails, totalCents, deliver, findDispute } =
    await openPaidOrder()
  await sql`
    insert into check_ins (nonce, event_id, ticket_id, outcome, counted, scanned_at, entrance, device_id)
    select gen_random_uuid(), event_id, id, 'checked_in', 1, '2026-12-11T22:14:00Z', 'Front', gen_random_uuid()
    from tickets where order_id = ${orderId} limit 1`.execute(db)
  const { id } = standIn.openDispute(reference, 'product_not_received')
  await deliver()
  await deliver()
  expect(await findDispute(id)).toMatchObject({
    status: 'open',
    amount_cents: totalCents,
    due_by: expect.anything(),
  })
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({
    to: organizer.email,
    subject: 'A buyer’s bank wants $35.20 back: Dust & Diamonds',
    text: expect.stringContaining('The bank says that the buyer didn’t get the tickets.'),
  })
  const staged = standIn.calls.filter(
    ({ method, path }) => method === 'POST' && path === `/v1/disputes/${id}`,
  )
  expect(staged).toHaveLength(1)
  expect(staged[0]?.parameters).toMatchObject({
    submit: 'false',
    evidence: {
      customer_name: 'Juno Okafor',
      customer_email_address: 'juno@okafor.example',
      product_description: expect.stringMatching(
        /^2 tickets for Dust & Diamonds on 20\d\d-\d\d-\d\d, .*\$35\.20\.$/,
      ),
      access_activity_log: expect.stringMatching(
        /scanned at the event, entrance Front, 2026-12-11 22:14 UTC\./,
      ),
    },
  })
})

test('a dispute that is lost before the event revokes the tickets, and nothing is refunded twice', async () => {
  const { standIn, shop, reference, emails, totalCents, deliver, getOrder, findDispute } =
    await openPaidOrder()
  const { id } = standIn.openDispute(reference, 'fraudulent')
  await deliver()
  expect((await getOrder()).ticketCounts.own).toBe(2)
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({
    status: 'refunded',
    ticketCounts: { own: 0, refunded: 2 },
    refund: { amountCents: totalCents, status: 'done', reason: 'The buyer’s bank took the payment back.' },
  })
  await sendRefunds(shop)
  expect(standIn.calls.filter(({ path }) => path === '/v1/refunds')).toEqual([])
  expect(await findDispute(id)).toMatchObject({ status: 'lost', due_by: null, closed_at: expect.anything() })
  expect(emails.map(({ subject }) => subject)).toEqual([
    'A buyer’s bank wants $35.20 back: Dust & Diamonds',
    'Dispute lost: $35.20, Dust & Diamonds',
  ])
  expect(emails[1]?.text).toContain('no longer valid')
  expect(await findFaults(db)).toEqual([])
})

test('a dispute that is lost after the event leaves the tickets as they are', async () => {
  const { standIn, reference, eventId, emails, deliver, getOrder } = await openPaidOrder()
  await sql`update events set event_date = clock_timestamp() - interval '1 day' where id = ${eventId}`.execute(
    db,
  )
  const { id } = standIn.openDispute(reference, 'product_unacceptable')
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({ status: 'confirmed', ticketCounts: { own: 2 }, refund: null })
  expect(emails.map(({ text }) => text.includes('The tickets stay as they are.'))).toEqual([true])
})

test('a lost dispute about a part of the order leaves its tickets to the admin', async () => {
  const { standIn, reference, emails, deliver, getOrder } = await openPaidOrder()
  const { id } = standIn.openDispute(reference, 'fraudulent', 1760)
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({ status: 'confirmed', ticketCounts: { own: 2 }, refund: null })
  expect(emails[0]?.text).toContain('The tickets stay as they are.')
})

test('a lost dispute about a payment that brought no tickets leaves those of the other payment', async () => {
  const { standIn, reference, orderId, deliver, getOrder } = await openPaidOrder()
  // A second payment of the order, which was charged too and is refunded.
  await sql`insert into payments (order_id, provider, provider_reference, amount_cents, status, provider_payment_id)
    select order_id, provider, 'b2b_second', amount_cents, 'returned', provider_payment_id || '_second'
    from payments where provider_reference = ${reference}`.execute(db)
  const intentId = standIn.findIntent(reference)?.id ?? ''
  const { id } = standIn.openDispute(reference, 'fraudulent')
  standIn.changeDispute(id, (dispute) => (dispute.payment_intent = `${intentId}_second`))
  standIn.closeDispute(id, 'lost')
  await deliver()
  expect(await getOrder()).toMatchObject({ id: orderId, status: 'confirmed', ticketCounts: { own: 2 } })
})

test('a dispute that is won changes nothing but its row', async () => {
  const { standIn, reference, emails, deliver, getOrder, findDispute } = await openPaidOrder()
  const { id } = standIn.openDispute(reference, 'duplicate')
  await deliver()
  standIn.closeDispute(id, 'won')
  await deliver()
  expect(await findDispute(id)).toMatchObject({ status: 'won' })
  expect((await getOrder()).ticketCounts.own).toBe(2)
  expect(emails[1]?.subject).toBe('Dispute won: $35.20 stays, Dust & Diamonds')
})
