import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createTestSettings } from '~/features/settings/server/testing'
import type { EmailMessage } from '~/platform/email/mailer'
import { parseAmountCents } from '../payments/sandbox'
import { notifyReturnedPayment } from './notify-returned-payment'
import { createShop, insertCaller, insertSale, reserveInput } from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

function createOutbox() {
  const emails: EmailMessage[] = []
  const mailer = { send: async (sent: EmailMessage) => void emails.push(sent), close: async () => undefined }
  return {
    emails,
    services: { db, mailer, settings: createTestSettings(), publicUrl: 'https://b2b.example' },
  }
}

test('emails the reason, the amount and a link when a payment cannot be honored', async () => {
  const { emails, services } = createOutbox()
  const shop = createShop(db)
  const caller = await insertCaller(db)
  const sale = await insertSale(db, [{ total: 4, cents: 1600 }])
  const { id } = await shop.as(caller).reserve(reserveInput(sale, [2]))
  const { redirectUrl } = await shop.as(caller).startPayment({ orderId: id })
  const reference = redirectUrl.split('/').at(-1) ?? ''
  await shop.as(caller).cancelOrder({ orderId: id })
  const { outcome } = await shop.sales.settle({ reference, amountCents: parseAmountCents(reference) ?? 0 })
  expect(outcome).toBe('returned')

  await notifyReturnedPayment(services, id)
  expect(emails).toHaveLength(1)
  expect(emails[0]?.to).toBe(caller.email)
  for (const text of [
    'The payment arrived after the order was canceled.',
    '$35.20',
    `/events/${sale.eventId}`,
  ])
    expect(emails[0]?.text).toContain(text)
})

test('sends nothing when there is no refund', async () => {
  const { emails, services } = createOutbox()
  const shop = createShop(db)
  const sale = await insertSale(db, [{ total: 4, cents: 1600 }])
  const { id } = await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [1]))
  await notifyReturnedPayment(services, id)
  expect(emails).toEqual([])
})
