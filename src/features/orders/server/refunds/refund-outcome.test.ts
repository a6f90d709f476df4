import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestSettings } from '~/features/settings/server/testing'
import type { EmailMessage } from '~/platform/email/mailer'
import { createLog } from '~/platform/log/log'
import { openShop } from '~tests/support/shop'
import { openStripeOrder } from '~tests/support/stripe/stripe-order'
import { handleEvents } from '../payments/stripe/webhooks/handle-events'
import { storeEvents } from '../payments/stripe/webhooks/store-events'
import { toProviderEvent } from '../payments/stripe/webhooks/provider-event'
import { notifyRefundRejected } from './notify-refund-rejected'
import { type NotifyRefundRejected, refundRejectedJob } from './record-refund-outcome'
import { refundTickets } from './refund-tickets'
import { sendRefunds } from './send-refunds'

const { db } = await openShop()
const log = createLog({ level: 'silent' })

/** Buys two tickets by card, refunds one of them, and sends the refund. */
async function openRefund({ isBalanceEmpty = false } = {}) {
  const order = await openStripeOrder(db)
  const { standIn, shop, reference, orderId } = order
  await order.start()
  standIn.confirm(reference, 'pm_card_visa')
  await order.check()
  const [ticket] = (await order.getOrder()).tickets
  await db
    .transaction()
    .execute((trx) =>
      refundTickets(trx, { orderId, ticketIds: [ticket?.id ?? ''], reason: 'The venue is smaller.' }),
    )
  if (isBalanceEmpty) standIn.setBalance('empty')
  const send = async () => {
    await sql`update refunds set next_attempt_at = clock_timestamp() where status = 'requested'`.execute(db)
    await sendRefunds(shop)
  }
  await send()
  const getRefund = async () => (await order.getOrder()).refunds[0]
  const getProviderId = async () => {
    const { rows } = await sql<{ id: string }>`
      select r.provider_reference as id from refunds r join payments p on p.id = r.payment_id
      where p.order_id = ${orderId}`.execute(db)
    return rows[0]?.id ?? ''
  }
  standIn.takeWebhooks()
  const jobs: { name: string; payload: object }[] = []
  const handle = async () => {
    await sql`update payment_events set next_attempt_at = clock_timestamp() where handled_at is null`.execute(
      db,
    )
    await handleEvents({
      db,
      payments: shop.payments,
      sales: shop.sales,
      jobs: { enqueue: async (_, name, payload) => void jobs.push({ name, payload }) },
      live: { publish: () => {} },
      log,
    })
  }
  return {
    ...order,
    ticket,
    jobs,
    send,
    handle,
    getRefund,
    /** Removes the stored result of sending the refund, as if the process had died before storing it. */
    forget: async (status = 'requested') => {
      const id = await getProviderId()
      await sql`update refunds set status = ${status}, provider_reference = null, sent_at = null, settled_at = null,
        next_attempt_at = clock_timestamp() where provider_reference = ${id}`.execute(db)
      return id
    },
    settle: async (status: 'succeeded' | 'failed', id?: string) => {
      standIn.settleRefund(id ?? (await getProviderId()), status)
      await storeEvents(
        db,
        standIn.takeWebhooks().map(({ event }) => toProviderEvent(event)),
      )
      await handle()
    },
  }
}

test('a sent refund names the method of payment, the reason and the invalid ticket', async () => {
  const { getRefund, ticket } = await openRefund()
  expect(await getRefund()).toMatchObject({
    state: 'sent',
    amountCents: 1760,
    method: 'Visa ending 4242',
    reason: 'The venue is smaller.',
    isByOrganizer: true,
    sentAt: expect.anything(),
    paidAt: null,
    ticketNumbers: [ticket?.ticketNumber],
  })
})

test('a refund that the bank paid out has the time of the payout and the bank’s reference', async () => {
  const { getRefund, settle } = await openRefund()
  await settle('succeeded')
  const paid = await getRefund()
  expect(paid).toMatchObject({ state: 'paid', bankReference: '74102290334155', paidAt: expect.anything() })
  await settle('succeeded')
  expect(await getRefund()).toEqual(paid)
})

test.each(['requested', 'failed'])(
  'a payout that is reported before the refund is stored is recorded, when the refund is %s',
  async (status) => {
    const { getRefund, settle, send, forget, standIn } = await openRefund()
    await settle('succeeded', await forget(status))
    const paid = await getRefund()
    expect(paid).toMatchObject({
      state: 'paid',
      bankReference: '74102290334155',
      sentAt: expect.anything(),
      failedAt: null,
    })
    await send()
    expect(await getRefund()).toEqual(paid)
    expect(
      standIn.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds'),
    ).toHaveLength(1)
  },
)

test('a rejection that is reported before the refund is stored is repeated afterwards', async () => {
  const { getRefund, settle, forget, handle, jobs, orderId } = await openRefund()
  const id = await forget()
  await settle('failed', id)
  expect(await getRefund()).toMatchObject({ state: 'approved' })
  // Stores the result like the process that sends the refund.
  await sql`update refunds r set status = 'done', provider_reference = ${id} from payments p
    where p.id = r.payment_id and p.order_id = ${orderId}`.execute(db)
  await handle()
  expect(await getRefund()).toMatchObject({ state: 'rejected' })
  expect(jobs).toHaveLength(1)
})

test('a late rejection of a refund has no effect after the refund was sent again', async () => {
  const { getRefund, settle, send, forget, handle, jobs } = await openRefund()
  await settle('failed', await forget())
  await sql`update refunds set attempts = 1 where status = 'requested'`.execute(db)
  await send()
  await handle()
  expect(await getRefund()).toMatchObject({ state: 'sent' })
  expect(jobs).toEqual([])
})

test('a refund that the bank rejects has the bank’s reason, and is on its way again after a retry', async () => {
  const { getRefund, settle, send, orderId } = await openRefund()
  await settle('failed')
  expect(await getRefund()).toMatchObject({
    state: 'rejected',
    rejection: 'lost_or_stolen_card',
    sentAt: expect.anything(),
    failedAt: expect.anything(),
  })
  // Changes the row like an admin's retry.
  await sql`update refunds r set status = 'requested', settled_at = null from payments p
    where p.id = r.payment_id and p.order_id = ${orderId}`.execute(db)
  expect(await getRefund()).toMatchObject({ state: 'approved', sentAt: null, failedAt: null })
  await send()
  expect(await getRefund()).toMatchObject({ state: 'sent', failedAt: null })
})

test('a refund that the balance doesn’t cover waits, and is sent once the balance suffices', async () => {
  const { getRefund, send, standIn } = await openRefund({ isBalanceEmpty: true })
  expect(await getRefund()).toMatchObject({ state: 'waiting', sentAt: null })
  standIn.setBalance('filled')
  await send()
  expect(await getRefund()).toMatchObject({ state: 'sent' })
})

test('a refund that was never accepted has failed without a rejection, and a lost dispute was charged back', async () => {
  const { getRefund, orderId } = await openRefund()
  const change = (values: ReturnType<typeof sql>) =>
    sql`update refunds r set ${values} from payments p where p.id = r.payment_id and p.order_id = ${orderId}`.execute(
      db,
    )
  await change(sql`status = 'failed', sent_at = null`)
  expect(await getRefund()).toMatchObject({ state: 'failed', rejection: null, sentAt: null })
  await change(sql`status = 'done', reason = 'dispute_lost'`)
  expect(await getRefund()).toMatchObject({ state: 'charged_back', isByOrganizer: false })
})

test('the first rejection of a refund, however often it is reported, enqueues one email', async () => {
  const { settle, send, orderId, jobs } = await openRefund()
  await settle('failed')
  await settle('failed')
  expect(jobs).toEqual([{ name: refundRejectedJob, payload: { orderId, refundId: expect.any(String) } }])
  await sql`update refunds r set status = 'requested' from payments p
    where p.id = r.payment_id and p.order_id = ${orderId}`.execute(db)
  await send()
  await settle('failed')
  expect(jobs).toHaveLength(1)
})

test('the email about a rejection has the amount, the card, the reason, the contact and a link', async () => {
  const { settle, send, orderId, jobs, caller } = await openRefund()
  await settle('failed')
  const emails: EmailMessage[] = []
  const notify = () =>
    notifyRefundRejected(
      {
        db,
        mailer: { send: async (sent) => void emails.push(sent), close: async () => undefined },
        settings: createTestSettings({ contactAddress: 'help@b2b.example' }),
        publicUrl: 'https://b2b.example',
      },
      jobs[0]?.payload as NotifyRefundRejected,
    )
  await notify()
  expect(emails).toMatchObject([
    { to: caller.email, subject: expect.stringMatching(/^Your bank rejected your refund for /) },
  ])
  const text = emails[0]?.text.replaceAll(/\s+/g, ' ')
  for (const part of [
    '$17.60 couldn’t be paid to your Visa ending 4242, because the card was reported lost or stolen.',
    'Write to help@b2b.example if you want it paid another way',
    `https://b2b.example/checkout/${orderId}`,
  ])
    expect(text).toContain(part)
  // An admin retries the refund before the email is sent.
  await sql`update refunds r set status = 'requested' from payments p
    where p.id = r.payment_id and p.order_id = ${orderId}`.execute(db)
  await notify()
  await send()
  await notify()
  expect(emails).toHaveLength(1)
})
