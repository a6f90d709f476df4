import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createSettingsSource } from '~/features/settings/server/public'
import { createTestSettings } from '~/features/settings/server/testing'
import { createLive } from '~/platform/live/live'
import { createLog } from '~/platform/log/log'
import type { EmailMessage } from '~/platform/email/mailer'
import { sendTickets } from './email/send-tickets'
import { createShop, insertCaller, insertSale, reserveInput } from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const holdSeconds = ({ expiresAt, serverNow }: { expiresAt: string; serverNow: string }) =>
  Math.round((Date.parse(expiresAt) - Date.parse(serverNow)) / 1000)

test('T-03 a changed fee and hold time apply to the next order; existing orders keep theirs', async () => {
  const settings = createSettingsSource({ db, live: createLive({ log: createLog({ level: 'silent' }) }) })
  const store = async (key: string, value: number) => {
    const stored = JSON.stringify(value)
    await db
      .insertInto('settings')
      .values({ key, value: stored })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: stored }))
      .execute()
    settings.forget()
  }
  const shop = createShop(db, { settings })
  const buyer = shop.as(await insertCaller(db))
  const sale = await insertSale(db, [{ total: 10, cents: 2000 }])

  const before = await buyer.reserve(reserveInput(sale, [2]))
  expect(before).toMatchObject({ subtotalCents: 4000, feeCents: 400, totalCents: 4400 })
  expect(holdSeconds(before)).toBe(600)

  await store('service_fee_basis_points', 1200)
  await store('hold_minutes', 3)
  const after = await buyer.reserve(reserveInput(sale, [2]))
  expect(after).toMatchObject({ subtotalCents: 4000, feeCents: 480, totalCents: 4480 })
  expect(holdSeconds(after)).toBe(180)
  expect(await buyer.terms({})).toMatchObject({ feeBasisPoints: 1200, holdMinutes: 3 })

  expect(await buyer.getOrder({ id: before.id })).toMatchObject({ feeBasisPoints: 1000, totalCents: 4400 })
  const old = await buyer.getOrder({ id: before.id })
  expect(Date.parse(old.expiresAt)).toBe(Date.parse(before.expiresAt))
})

test('orders have no fee when it is set to zero', async () => {
  const shop = createShop(db, { settings: createTestSettings({ feeBasisPoints: 0 }) })
  const sale = await insertSale(db, [{ total: 10, cents: 1999 }])
  const order = await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [3]))
  expect(order).toMatchObject({ feeCents: 0, totalCents: 5997 })
})

test('ticket emails use the site’s name and its price display', async () => {
  const site = { name: 'Slipped Halves', priceDisplay: 'itemised' as 'itemised' | 'all_in' }
  const emails: EmailMessage[] = []
  const mailer = { send: async (sent: EmailMessage) => void emails.push(sent), close: async () => undefined }
  const settings = {
    ...createTestSettings(),
    read: async () => ({ ...(await createTestSettings().read()), ...site }),
  }
  const shop = createShop(db, { settings })
  const caller = await insertCaller(db)
  const sale = await insertSale(db, [{ total: 10, cents: 1600 }])
  const { id } = await shop.as(caller).reserve(reserveInput(sale, [3]))
  const { redirectUrl } = await shop.as(caller).startPayment({ orderId: id })
  const reference = redirectUrl.split('/').at(-1) ?? ''
  await shop.as(caller).sandbox.decide({ reference, decision: 'approve' })
  const services = { db, mailer, settings, publicUrl: 'https://b2b.example' }

  await sendTickets(services, id)
  site.priceDisplay = 'all_in'
  await sendTickets(services, id)
  const [itemised = '', allIn = ''] = emails.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(itemised).toContain('Slipped Halves')
  expect(itemised).toContain('Subtotal $48.00')
  expect(itemised).toContain('Service fee (10%) $4.80')
  expect(allIn).not.toMatch(/Subtotal|Service fee/)
  expect(allIn).toContain('including $4.80 service fee')
  for (const text of [itemised, allIn]) expect(text).toContain('$52.80')
})
