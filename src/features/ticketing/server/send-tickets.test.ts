import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~/database/testing'
import { settingsAs } from '~/features/settings/server/testing'
import type { Mail } from '~/platform/mail/mailer'
import { sendTickets } from './send-tickets'
import { createShop, insertCaller, insertSale, reserveInput } from './testing'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

test('a payment that slips in while the night is called off brings no tickets: the mail about the refund follows', async () => {
  const mails: Mail[] = []
  const mail = { send: async (sent: Mail) => void mails.push(sent), close: async () => undefined }
  const services = { db, mail, settings: settingsAs(), publicUrl: 'https://b2b.example' }
  const caller = await insertCaller(db)
  const sale = await insertSale(db, [{ total: 4, cents: 0 }])
  const { id, status } = await createShop(db)
    .as(caller)
    .reserve(reserveInput(sale, [2]))
  expect(status).toBe('confirmed')

  const told = async (eventStatus: string) => {
    await sql`update events set event_status = ${eventStatus} where id = ${sale.eventId}`.execute(db)
    await sendTickets(services, id)
    return mails.splice(0).map(({ to }) => to)
  }
  expect(await told('published')).toEqual([caller.email])
  expect(await told('postponed')).toEqual([caller.email])
  expect(await told('cancelled')).toEqual([])
})
