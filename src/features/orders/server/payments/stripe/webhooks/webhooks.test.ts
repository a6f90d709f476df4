import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readBoundedBody } from '~/platform/http/read-body'
import type { HttpResponse } from '~/platform/http/http-response'
import type { RawRequest } from '~/platform/http/raw-routes'
import { createLog } from '~/platform/log/log'
import { createShop, insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'
import type { SignedWebhook } from '~tests/support/stripe/stand-in'
import { createStripeShop } from '~tests/support/stripe/stripe-shop'
import { sendRefunds } from '../../../refunds/send-refunds'
import { createLostEventSearch, deleteOldEvents, handleEvents } from './handle-events'
import { storeEvents } from './store-events'
import { createStripeWebhookRoute } from './webhook-route'

const { db } = await openShop()

const lines: string[] = []
const log = createLog({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } })

async function open(options: Parameters<typeof createStripeShop>[1] = {}) {
  const { standIn, shop, payments } = await createStripeShop(db, options)
  const client = shop.as(await insertCaller(db))
  const { id: orderId, totalCents } = await client.reserve(
    reserveInput(await insertSale(db, [{ total: 2 }]), [2]),
  )
  const { redirectUrl } = await client.startPayment({ orderId })
  const reference = redirectUrl.slice('/pay/stripe/'.length)
  await client.stripe.start({ reference, amountCents: totalCents })
  const route = createStripeWebhookRoute({ db, payments, log })
  const services = {
    db,
    payments,
    sales: shop.sales,
    jobs: { enqueue: async () => {} },
    live: { publish: () => {} },
    log,
  }
  return {
    standIn,
    shop,
    reference,
    totalCents,
    services,
    getOrder: () => client.getOrder({ id: orderId }),
    post: ({ body, headers }: Pick<SignedWebhook, 'body' | 'headers'>) => post(route, body, headers),
    /** Handles all stored reports, also those that wait for their next attempt. */
    handle: async () => {
      await sql`update payment_events set next_attempt_at = clock_timestamp() where handled_at is null`.execute(
        db,
      )
      return handleEvents(services)
    },
  }
}

async function post(
  route: ReturnType<typeof createStripeWebhookRoute>,
  body: string,
  headers: Record<string, string>,
): Promise<HttpResponse> {
  const request = {
    scope: { ip: '192.0.2.1', headers: new Headers(headers) },
    readBody: (limit: number, tooLarge: string) =>
      readBoundedBody(Readable.from([Buffer.from(body)]), limit, tooLarge),
  }
  return (await route.handle(request as unknown as RawRequest)) as HttpResponse
}

const countEvents = async (ids: readonly string[]) =>
  (
    await db
      .selectFrom('payment_events')
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
  ).length

test('a signed webhook is stored once and settles the payment, however often it arrives', async () => {
  const { standIn, reference, post, handle, getOrder } = await open()
  standIn.confirm(reference, 'pm_card_visa')
  const webhooks = standIn.takeWebhooks()
  for (const webhook of [...webhooks, ...webhooks.toReversed()])
    expect(await post(webhook)).toMatchObject({ status: 200 })
  expect(await countEvents(webhooks.map(({ event }) => event.id))).toBe(webhooks.length)
  expect(await handle()).toBe(webhooks.length)
  expect(await getOrder()).toMatchObject({ status: 'confirmed', ticketCounts: { own: 2 } })
  expect(await handle()).toBe(0)
})

test('a webhook with a wrong signature, an old one and one that is too large are refused, unlogged', async () => {
  let time = new Date()
  const { standIn, reference, post } = await open({ now: () => time })
  standIn.confirm(reference, 'pm_card_visa')
  time = new Date(time.getTime() - 10 * 60_000)
  const [old] = standIn.takeWebhooks()
  if (old === undefined) throw new Error('no webhook')
  lines.length = 0
  expect(await post(old)).toMatchObject({ status: 400 })
  expect(await post({ ...old, headers: { 'stripe-signature': 't=1,v1=00' } })).toMatchObject({ status: 400 })
  expect(await post({ ...old, headers: {} })).toMatchObject({ status: 400 })
  expect(await post({ ...old, body: `${old.body}${' '.repeat(256 * 1024)}` })).toMatchObject({ status: 413 })
  expect(await countEvents([old.event.id])).toBe(0)
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain(old.event.id)
})

test('during a rotation, webhooks signed with either secret are accepted', async () => {
  const { standIn, post } = await open({
    webhookSecret: 'whsec_next',
    webhookSecrets: ['whsec_old', 'whsec_next'],
  })
  const [created] = standIn.takeWebhooks()
  if (created === undefined) throw new Error('no webhook')
  expect(await post(created)).toMatchObject({ status: 200 })
})

test('the webhook address is not found on a site without Stripe', async () => {
  const route = createStripeWebhookRoute({ db, payments: createShop(db).payments, log })
  expect(await post(route, '{}', {})).toMatchObject({ status: 404 })
})

test('a report that can’t be handled now is repeated, and the list of failures says why', async () => {
  const { standIn, reference, post, handle, getOrder } = await open()
  standIn.confirm(reference, 'pm_card_visa')
  const [, succeeded] = standIn.takeWebhooks()
  if (succeeded === undefined) throw new Error('no webhook')
  await post(succeeded)
  standIn.disturb(/GET .*payment_intents/, { kind: 'fails', status: 500 })
  await handle()
  const find = () =>
    db
      .selectFrom('payment_events')
      .select(['attempts', 'last_error', 'handled_at'])
      .where('id', '=', succeeded.event.id)
      .executeTakeFirstOrThrow()
  expect(await find()).toMatchObject({
    attempts: 1,
    last_error: expect.stringMatching(/Stripe/),
    handled_at: null,
  })
  expect((await getOrder()).status).toBe('reserved')
  await handle()
  expect(await find()).toMatchObject({ attempts: 2, last_error: null, handled_at: expect.anything() })
  expect((await getOrder()).status).toBe('confirmed')
})

test('reports of unknown kinds and of payments of other programs are stored without effect', async () => {
  const { post, handle, services } = await open()
  const foreign = await createStripeShop(db)
  const { Stripe } = await import('stripe')
  const stripe = new Stripe('sk_test_1', { ...foreign.standIn.address, maxNetworkRetries: 0 })
  await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    confirmation_token: 'ctoken_pm_card_visa',
  })
  const webhooks = foreign.standIn.takeWebhooks()
  for (const webhook of webhooks) await post(webhook)
  expect(await services.payments.readEvent(Buffer.from('{}'), '')).toBeUndefined()
  await handle()
  const ids = webhooks.map(({ event }) => event.id)
  const unhandled = db.selectFrom('payment_events').select('id').where('handled_at', 'is', null)
  expect(await unhandled.where('id', 'in', ids).execute()).toEqual([])
})

test('reports that never arrived are found, stored once, and handled', async () => {
  const { standIn, reference, services, handle, getOrder } = await open()
  standIn.confirm(reference, 'pm_card_visa')
  const find = createLostEventSearch(services)
  expect(await find()).toBe(1)
  expect(await find()).toBe(0)
  await handle()
  expect((await getOrder()).status).toBe('confirmed')
  await sql`update payment_events set handled_at = now() - interval '181 days' where handled_at is not null`.execute(
    db,
  )
  await deleteOldEvents(db)
  expect(
    await db.selectFrom('payment_events').selectAll().where('handled_at', 'is not', null).execute(),
  ).toEqual([])
})

test('many reports of refunds leave enough calls for the buyers', async () => {
  const { standIn, reference, handle, post, getOrder } = await open()
  const events = Array.from({ length: 12 }, (_, index) => ({
    id: `evt_burst${index}`,
    kind: 'refund.updated',
    objectId: 're_burst',
    paymentId: null,
  }))
  await storeEvents(db, events)
  standIn.confirm(reference, 'pm_card_visa')
  for (const webhook of standIn.takeWebhooks()) await post(webhook)
  await handle()
  expect(standIn.calls.filter(({ path }) => path === '/v1/refunds/re_burst')).toHaveLength(10)
  expect((await getOrder()).status).toBe('confirmed')
  await db.deleteFrom('payment_events').where('object_id', '=', 're_burst').execute()
})

test('a refund that the bank refuses later has failed, and an admin’s retry makes a new one', async () => {
  const { standIn, shop, reference, totalCents, post, handle } = await open()
  standIn.confirm(reference, 'pm_card_visa')
  for (const webhook of standIn.takeWebhooks()) await post(webhook)
  await handle()
  await sql`insert into refunds (payment_id, amount_cents, reason)
    select id, ${totalCents}, 'event_cancelled' from payments where provider_reference = ${reference}`.execute(
    db,
  )
  const find = async () => {
    const { rows } = await sql<{ id: string; status: string; error: string | null; re: string }>`
      select r.id, r.status, r.last_error as error, r.provider_reference as re from refunds r
      join payments p on p.id = r.payment_id where p.provider_reference = ${reference}`.execute(db)
    return rows[0]
  }
  await sendRefunds(shop)
  const first = await find()
  expect(first).toMatchObject({ status: 'done', error: null })
  standIn.settleRefund(first?.re ?? '', 'failed')
  for (const webhook of standIn.takeWebhooks()) await post(webhook)
  await handle()
  expect(await find()).toMatchObject({
    status: 'failed',
    error: 'The bank refused the refund: lost_or_stolen_card',
  })
  // Changes the row like an admin's retry.
  await sql`update refunds set status = 'requested', settled_at = null, attempts = 0, next_attempt_at = now()
    where id = ${first?.id}`.execute(db)
  await sendRefunds(shop)
  const second = await find()
  expect(second).toMatchObject({ status: 'done', error: null })
  expect(second?.re).not.toBe(first?.re)
})

test('a change of a payout account is read from Stripe; accounts of other programs cost no call', async () => {
  const { standIn, services, post, handle } = await open()
  const { payees } = services.payments
  const { id: userId } = await insertCaller(db)
  const accountId = await payees.createAccount(crypto.randomUUID(), userId)
  const foreignId = await payees.createAccount(crypto.randomUUID(), userId)
  await db
    .insertInto('payees')
    .values({ user_id: userId, provider: 'stripe', account_id: accountId })
    .execute()
  for (const id of [accountId, foreignId]) standIn.setAccount(id, 'complete')
  for (const webhook of standIn.takeWebhooks()) await post(webhook)
  await handle()
  const readAccounts = standIn.calls.filter(
    ({ method, path }) => method === 'GET' && path.includes('/accounts/'),
  )
  expect(readAccounts.map(({ path }) => path)).toEqual([`/v1/accounts/${accountId}`])
  const find = () =>
    db.selectFrom('payees').select(['status', 'bank_last4']).where('user_id', '=', userId).execute()
  expect(await find()).toEqual([{ status: 'connected', bank_last4: '6789' }])
  standIn.setAccount(accountId, 'unfinished')
  standIn.closeAccount(accountId)
  for (const webhook of standIn.takeWebhooks()) await post(webhook)
  await handle()
  expect(await find()).toEqual([])
})
