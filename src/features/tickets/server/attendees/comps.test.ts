import { sql } from 'kysely'
import type { Jobs } from '~/platform/jobs/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { limitMailboxOfAll } from '../email/limit-mailbox'
import { dispatchOutbox } from '~/features/orders/server/testing'
import { canEmailTickets } from '../email/can-email-tickets'
import { createEventShop } from '~tests/support/event-shop'
import { sendTickets } from '../email/send-tickets'
import { findFaults, insertCaller, reserveInput } from '~tests/support/shop'
import { insertEventWithTeam } from '~tests/support/event-organizers'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const gift = (sale: { eventId: string; types: string[] }, quantity = 2, email = 'press@paper.example') => ({
  eventId: sale.eventId,
  ticketTypeId: sale.types[0] ?? '',
  quantity,
  name: 'Vera Press',
  email,
  clientKey: crypto.randomUUID(),
})

test('emails free tickets to a person without an account, once per key, and records them', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 10, cents: 1600 }])
  const wanted = gift(sale)
  const own = shop.as(sale.team.manager).comps
  const [first, second] = await Promise.all([own.give(wanted), own.give(wanted)])
  expect(second).toEqual(first)
  expect(await own.give(wanted)).toEqual(first)
  await expect(own.give({ ...wanted, quantity: 3 })).rejects.toMatchObject({ code: 'KEY_REUSED' })
  const { rows } = await sql<{ quantity_sold: number; revenue_cents: number }>`
    select quantity_sold, revenue_cents from ticket_types where id = ${sale.types[0]}`.execute(db)
  expect(rows[0]).toEqual({ quantity_sold: 2, revenue_cents: 0 })
  const sent: string[] = []
  const jobs: Pick<Jobs, 'enqueueMany'> = {
    enqueueMany: async (_, __, payloads) =>
      void sent.push(...payloads.map((payload) => ('orderId' in payload ? String(payload.orderId) : ''))),
  }
  await dispatchOutbox(db, { jobs, log: shop.log })
  expect(sent).toEqual([first.orderId])
  await sendTickets(shop.services, first.orderId)
  const [emailMessage] = shop.emails
  expect(emailMessage?.to).toBe('press@paper.example')
  const { rows: hosts } = await sql<{ name: string }>`
    select full_name as name from profiles where id = ${sale.team.organizer.id}`.execute(db)
  const text = emailMessage?.text ?? ''
  expect(text).toContain(`You get this email because ${hosts[0]?.name} gave you tickets.`)
  expect(text).toContain(`2 tickets from ${hosts[0]?.name}, attached as one PDF.`)
  for (const absent of ['You’re in.', 'bought', 'My Tickets', 'View tickets', '/customer/dashboard'])
    expect(text + (emailMessage?.html ?? '')).not.toContain(absent)
  expect(emailMessage?.attachments).toHaveLength(1)
  const { rows: lines } = await sql<{ details: object; actor_id: string }>`
    select actor_id, details from audit_log where action = 'tickets.comp' and subject_id = ${sale.eventId}`.execute(
    db,
  )
  expect(lines).toEqual([
    {
      actor_id: sale.team.manager.id,
      details: { event: 'Dust & Diamonds', order: expect.stringMatching(/^OR-/u), count: 2 },
    },
  ])
  expect(await findFaults(db)).toEqual([])
})

test('adds free tickets only to an account that has verified the address', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 10 }])
  const [sure, claims] = [await insertCaller(db), await insertCaller(db)]
  await sql`update accounts set email_verified_at = now() where id = ${sure.id}`.execute(db)
  const own = shop.as(sale.team.organizer).comps
  const { orderId } = await own.give(gift(sale, 1, sure.email.toUpperCase()))
  await sql`update events set organizer_id = null where id = ${sale.eventId}`.execute(db)
  await sendTickets(shop.services, orderId)
  expect(shop.emails[0]?.text).toContain('You get this email because Back to Back gave you tickets.')
  expect(shop.emails[0]?.html).toContain('/customer/dashboard')
  await sql`update events set organizer_id = ${sale.team.organizer.id} where id = ${sale.eventId}`.execute(db)
  await own.give(gift(sale, 1, claims.email))
  const countTickets = async (caller: typeof sure) =>
    (await shop.as(caller).listTickets({ period: 'upcoming' })).tickets.length
  expect([await countTickets(sure), await countTickets(claims)]).toEqual([1, 0])
})

test('sells or gives away the last tickets, never both, and gives none of a canceled event', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 6, cents: 1600 }])
  const buyers = await Promise.all(Array.from({ length: 4 }, () => insertCaller(db)))
  const own = shop.as(sale.team.organizer).comps
  const results = await Promise.allSettled([
    ...buyers.map((buyer) => shop.as(buyer).reserve(reserveInput(sale, [2]))),
    ...Array.from({ length: 4 }, () => own.give(gift(sale))),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'SOLD_OUT' })
  expect(await findFaults(db)).toEqual([])
  const off = await insertEventWithTeam(db, [{ total: 5 }], { status: 'cancelled' })
  await expect(shop.as(off.team.organizer).comps.give(gift(off))).rejects.toMatchObject({ code: 'EVENT_OFF' })
  expect((await shop.as(off.team.organizer).attendees.overview(off)).canGiveTickets).toBe(false)
  const other = { ...gift(sale), ticketTypeId: off.types[0] ?? '' }
  await expect(own.give(other)).rejects.toMatchObject({ code: 'TYPE_NOT_FOUND' })
  for (const caller of [sale.team.host, sale.team.checkIn, sale.team.stranger])
    await expect(shop.as(caller).comps.give(gift(sale))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Event not found',
    })
  for (const quantity of [0, 11])
    await expect(own.give(gift(sale, quantity))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('limits a person to 200 gifts an hour, not counting retries', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 500 }])
  const own = shop.as(sale.team.organizer).comps
  const first = gift(sale, 1)
  await own.give(first)
  for (let n = 1; n < 200; n++) await own.give(gift(sale, 1, `guest-${n}@paper.example`))
  await expect(own.give(gift(sale, 1))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(own.give(first)).resolves.toBeDefined()
  const { rows } = await sql<{ quantity_sold: number }>`
    select quantity_sold from ticket_types where id = ${sale.types[0]}`.execute(db)
  expect(rows[0]).toEqual({ quantity_sold: 200 })
})

test('limits a person to ten gifts a day to plus-tagged addresses of the same mailbox', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 50 }])
  const own = shop.as(sale.team.organizer).comps
  for (let n = 0; n < 10; n++) await own.give(gift(sale, 1, `stranger+${n}@paper.example`))
  await expect(own.give(gift(sale, 1, 'stranger+10@paper.example'))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('use another address'),
  })
  await own.give(gift(sale, 1, 'stranger@paper.example'))
  await own.give(gift(sale, 1, 'other@paper.example'))
})

test('gives tickets to a mailbox that has reached its daily limit, and reports that no email is sent', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 50 }])
  const { limits } = shop.contextOf(null)
  const own = shop.as(sale.team.organizer).comps
  expect(await own.give(gift(sale, 1))).toMatchObject({ isEmailed: true })
  for (let n = 0; n < 30; n += 1)
    await limitMailboxOfAll(limits, { to: 'press@paper.example', use: 'gift' }).catch(() => undefined)
  const given = await own.give(gift(sale, 1))
  expect(given).toMatchObject({ isEmailed: false })
  expect(await canEmailTickets({ db, limits }, given.orderId)).toBe(false)
  expect(await findFaults(db)).toEqual([])
})

test('does not count a failed gift towards the limit of an address', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 1 }])
  const own = shop.as(sale.team.organizer).comps
  for (let n = 0; n < 12; n += 1)
    await expect(own.give(gift(sale, 2))).rejects.toMatchObject({ code: 'SOLD_OUT' })
  await own.give(gift(sale, 1))
})

test('limits an organizer to 500 gifts a day over all events', async () => {
  const shop = createEventShop(db)
  const [first, other] = [
    await insertEventWithTeam(db, [{ total: 10 }]),
    await insertEventWithTeam(db, [{ total: 10 }]),
  ]
  const { limits } = shop.contextOf(first.team.organizer)
  for (let n = 0; n < 500; n++)
    await limits.consume('give-comp-day', first.team.organizer.id, { points: 500, seconds: 86_400 })
  await expect(shop.as(first.team.organizer).comps.give(gift(first))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('500 times a day'),
  })
  await shop.as(other.team.organizer).comps.give(gift(other))
})
