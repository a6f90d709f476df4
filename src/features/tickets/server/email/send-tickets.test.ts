import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createTestSettings } from '~/features/settings/server/testing'
import type { EmailMessage } from '~/platform/email/mailer'
import { sendTickets } from './send-tickets'
import { createShop, insertCaller, insertSale, reserveInput } from '~tests/support/shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

test('sends no ticket email for a payment during the cancellation, because the refund email follows', async () => {
  const emails: EmailMessage[] = []
  const mailer = { send: async (sent: EmailMessage) => void emails.push(sent), close: async () => undefined }
  const services = { db, mailer, settings: createTestSettings(), publicUrl: 'https://b2b.example' }
  const caller = await insertCaller(db)
  const sale = await insertSale(db, [{ total: 4, cents: 0 }])
  const { id, status } = await createShop(db)
    .as(caller)
    .reserve(reserveInput(sale, [2]))
  expect(status).toBe('confirmed')

  const notified = async (eventStatus: string) => {
    await sql`update events set event_status = ${eventStatus} where id = ${sale.eventId}`.execute(db)
    await sendTickets(services, id)
    return emails.splice(0).map(({ to }) => to)
  }
  expect(await notified('published')).toEqual([caller.email])
  expect(await notified('postponed')).toEqual([caller.email])
  expect(await notified('cancelled')).toEqual([])
})

test('names the door time in the email when the organizer has set one', async () => {
  const emails: EmailMessage[] = []
  const mailer = { send: async (sent: EmailMessage) => void emails.push(sent), close: async () => undefined }
  const sale = await insertSale(db, [{ total: 4, cents: 0 }])
  const { id } = await createShop(db)
    .as(await insertCaller(db))
    .reserve(reserveInput(sale, [1]))
  const notified = async (doorsAt: string | null) => {
    await sql`update events set timezone = 'Europe/London', event_date = '2027-02-06T23:00:00Z', doors_at = ${doorsAt}
      where id = ${sale.eventId}`.execute(db)
    await sendTickets({ db, mailer, settings: createTestSettings(), publicUrl: 'https://b2b.example' }, id)
    return emails.pop()?.text ?? ''
  }
  expect(await notified('2027-02-06T22:15:00Z')).toMatch(/Doors\s+22:15/u)
  expect(await notified(null)).not.toContain('Doors')
})
