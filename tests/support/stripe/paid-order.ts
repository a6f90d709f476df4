import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { notifyDispute } from '~/features/orders/server/disputes/notify-dispute'
import type { NotifyDispute } from '~/features/orders/server/disputes/record-dispute'
import { handleEvents } from '~/features/orders/server/payments/stripe/webhooks/handle-events'
import { storeEvents } from '~/features/orders/server/payments/stripe/webhooks/store-events'
import { createTestSettings } from '~/features/settings/server/testing'
import type { EmailMessage } from '~/platform/email/mailer'
import type { Jobs } from '~/platform/jobs/jobs'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { insertEvent } from '../event-shop'
import { insertCaller, reserveInput, shopClient } from '../shop'
import { createStripeShop } from './stripe-shop'

/** Creates an order of two tickets that is paid with Stripe, with functions that deliver its webhooks and emails. */
export async function openPaidOrder(db: Database, event?: Parameters<typeof insertEvent>[2]) {
  const { standIn, shop, payments } = await createStripeShop(db)
  const { organizer, sale, eventId } = await insertEvent(db, [{ total: 2, cents: 1600 }], event)
  const caller = await insertCaller(db)
  const buyer = shop.as(caller)
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
    enqueueMany: async () => undefined,
  }
  const emails: EmailMessage[] = []
  const mailer = { send: async (sent: EmailMessage) => void emails.push(sent), close: async () => undefined }
  return {
    standIn,
    shop,
    organizer,
    buyer: caller,
    eventId,
    orderId,
    totalCents,
    reference,
    emails,
    as: (caller: Caller) => shopClient({ ...shop.contextOf(caller), jobs }),
    getOrder: () => buyer.getOrder({ id: orderId }),
    /** Delivers all webhooks twice, handles them, and sends the emails after `beforeEmails`. */
    deliver: async (beforeEmails?: () => Promise<unknown>) => {
      await deliverWebhooks({ standIn, shop, payments }, jobs)
      const services = { db, mailer, settings: createTestSettings(), publicUrl: 'https://b2b.example' }
      await beforeEmails?.()
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

/** Delivers all webhooks twice and handles them. */
export async function deliverWebhooks(
  { standIn, shop, payments }: Awaited<ReturnType<typeof createStripeShop>>,
  jobs: Pick<Jobs, 'enqueue'>,
): Promise<void> {
  const { db, sales } = shop
  for (const { body, headers } of standIn.takeWebhooks().flatMap((webhook) => [webhook, webhook])) {
    const event = await payments.readEvent(Buffer.from(body), headers['stripe-signature'] ?? '')
    if (event !== undefined) await storeEvents(db, [event])
  }
  await sql`update payment_events set next_attempt_at = clock_timestamp() where handled_at is null`.execute(
    db,
  )
  await handleEvents({
    db,
    payments,
    sales,
    jobs,
    live: { publish: () => {} },
    log: createLog({ level: 'silent' }),
  })
}

/** A paid order with an open dispute, whose webhook was handled. */
export async function openDispute(db: Database, event?: Parameters<typeof openPaidOrder>[1]) {
  const order = await openPaidOrder(db, event)
  const { id } = order.standIn.openDispute(order.reference, 'product_not_received')
  await order.deliver()
  /** Returns the calls to Stripe that respond to the dispute. */
  const listResponses = () =>
    order.standIn.calls.filter(
      ({ method, path, parameters }) =>
        (method === 'POST' && path === `/v1/disputes/${id}/close`) ||
        (path === `/v1/disputes/${id}` && parameters['submit'] === 'true'),
    )
  const setDispute = (change: RawBuilder<unknown>) =>
    sql`update disputes set ${change} where id = ${id}`.execute(db)
  const organizer = order.as(order.organizer).disputes
  return { ...order, id, listResponses, setDispute, organizer, eventOrganizer: order.organizer }
}
