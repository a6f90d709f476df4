import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createEventShop, transferTicket } from '~tests/support/event-shop'
import { type Buyer, insertCaller } from '~tests/support/shop'
import { insertEventWithTeam } from '~tests/support/event-organizers'
import { deliverMessage } from './deliver-message'
import { isPossiblyDelivered } from './deliver-message'
import { sendMessageJob } from './message-job'
import { insertCrowd } from './testing-crowd'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const content = {
  subject: 'Doors at 22:00',
  body: 'The side door is shut.\n\nCome by the yard: https://b2b.example/map.',
}
const createInput = (eventId: string, more: object = {}) => ({
  eventId,
  ...content,
  clientKey: crypto.randomUUID(),
  ...more,
})
type EventShop = ReturnType<typeof createEventShop>
const listWaiting = (shop: EventShop) => shop.waiting.filter(({ name }) => name === sendMessageJob)
async function deliver(shop: EventShop): Promise<void> {
  for (let job = listWaiting(shop)[0]; job !== undefined; job = listWaiting(shop)[0]) {
    shop.waiting.splice(shop.waiting.indexOf(job), 1)
    await deliverMessage(shop.services, (job.payload as { messageId: string }).messageId)
  }
}
const times = (emails: readonly { to: string }[]) =>
  Math.max(...Object.values(Object.groupBy(emails, ({ to }) => to)).map((all = []) => all.length))

test('emails every current ticket holder once per address', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 20 }, { total: 20, cents: 0 }])
  const { eventId, team, types } = sale
  const [ilse, juno, back]: Buyer[] = [await insertCaller(db), await insertCaller(db), await insertCaller(db)]
  if (!ilse || !juno || !back) throw new Error('nobody')
  const order = await shop.buy(ilse, sale, [2, 0])
  await shop.buy(ilse, sale, [0, 1])
  await transferTicket(db, order, juno)
  await shop.as(team.organizer).refunds.order({ orderId: await shop.buy(back, sale, [1, 0]), reason: 'ill' })
  await shop.as(team.organizer).comps.give({
    eventId,
    ticketTypeId: types[0] ?? '',
    quantity: 1,
    name: 'Press',
    email: ilse.email.toUpperCase(),
    clientKey: crypto.randomUUID(),
  })
  const own = shop.as(team.manager).messages
  expect(await own.countRecipients({ eventId })).toEqual({ people: 2 })
  expect(await own.countRecipients({ eventId, ticketTypeId: types[1] ?? '' })).toEqual({ people: 1 })
  shop.emails.length = 0
  const input = createInput(eventId)
  const [first, second] = await Promise.all([own.send(input), own.send(input)])
  expect(second).toEqual(first)
  expect(first).toMatchObject({ ...content, recipients: 2, delivered: 0, unknown: 0, ticketTypeName: null })
  expect(listWaiting(shop)).toHaveLength(1)
  await deliver(shop)
  expect(shop.emails.map(({ to }) => to).toSorted()).toEqual([ilse.email, juno.email].toSorted())
  const [message] = shop.emails
  expect(message?.subject).toBe('Dust & Diamonds: Doors at 22:00')
  for (const text of ['The side door is shut.', 'https://b2b.example/map', 'don’t reach them'])
    expect(message?.text).toContain(text)
  expect(message?.html).toContain('href="https://b2b.example/map"')
  expect(message?.html.indexOf('https://b2b.example/map')).toBeLessThan(
    message?.html.indexOf('View tickets') ?? 0,
  )
  for (const hidden of [team.organizer.email, team.manager.email]) expect(message?.html).not.toContain(hidden)
  const { messages, leftToday } = await own.list({ eventId })
  expect(messages).toEqual([{ ...first, delivered: 2 }])
  expect(leftToday).toBe(2)
  expect((await sql`select from holder_emails`.execute(db)).rows).toEqual([])
})

test('emails no one twice when a process dies or a job runs twice', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 1 }])
  await insertCrowd(db, sale, 250)
  const { eventId, team } = sale
  const { id } = await shop.as(team.organizer).messages.send(createInput(eventId))
  let left = 30
  const { send } = shop.services.mailer
  const dying = {
    ...shop.services,
    mailer: {
      ...shop.services.mailer,
      send: async (message: Parameters<typeof send>[0]) => {
        await send(message)
        left -= 1
        if (left <= 0) await new Promise(() => {})
      },
    },
  }
  void deliverMessage(dying, id)
  await expect.poll(() => left).toBe(0)
  expect(shop.emails).toHaveLength(30)
  await Promise.all([deliverMessage(shop.services, id), deliverMessage(shop.services, id)])
  await deliverMessage(shop.services, id)
  expect(times(shop.emails)).toBe(1)
  expect(shop.emails).toHaveLength(250)
  const own = shop.as(team.organizer).messages
  expect((await own.list({ eventId })).messages[0]).toMatchObject({
    recipients: 250,
    delivered: 249,
    unknown: 0,
  })
  await sql`update holder_emails set claimed_at = now() - interval '11 minutes' where message_id = ${id}`.execute(
    db,
  )
  await deliverMessage(shop.services, id)
  expect((await own.list({ eventId })).messages[0]).toMatchObject({ delivered: 249, unknown: 1 })
  expect(shop.emails).toHaveLength(250)
})

test('retries refused addresses without delaying others', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 1 }])
  await insertCrowd(db, sale, 5)
  const { id } = await shop.as(sale.team.organizer).messages.send(createInput(sale.eventId))
  let isFull = true
  const { send } = shop.services.mailer
  const services = {
    ...shop.services,
    mailer: {
      ...shop.services.mailer,
      send: async (message: Parameters<typeof send>[0]) => {
        if (isFull && message.to === 'guest2@crowd.example')
          throw Object.assign(new Error('450 mailbox full'), { responseCode: 450, command: 'DATA' })
        await send(message)
      },
    },
  }
  await expect(deliverMessage(services, id)).rejects.toThrow('450 mailbox full')
  expect(shop.emails).toHaveLength(4)
  isFull = false
  await deliverMessage(services, id)
  expect(shop.emails).toHaveLength(5)
  expect(times(shop.emails)).toBe(1)
})

test('stops sending after a few refusals in a row', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 1 }])
  await insertCrowd(db, sale, 20)
  const { id } = await shop.as(sale.team.organizer).messages.send(createInput(sale.eventId))
  let tried = 0
  const down = {
    ...shop.services.mailer,
    send: async () => {
      tried += 1
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' })
    },
  }
  await expect(deliverMessage({ ...shop.services, mailer: down }, id)).rejects.toThrow('ECONNREFUSED')
  expect(tried).toBe(3)
  await deliver(shop)
  expect(shop.emails).toHaveLength(20)
})

test('counts an email as possibly delivered only if the connection broke after its content was sent', () => {
  expect(isPossiblyDelivered({ code: 'ETIMEDOUT', command: 'DATA' })).toBe(true)
  expect(isPossiblyDelivered({ code: 'ESOCKET' })).toBe(true)
  expect(isPossiblyDelivered({ code: 'ESOCKET', command: 'CONN' })).toBe(false)
  expect(isPossiblyDelivered({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 })).toBe(false)
  expect(isPossiblyDelivered(new Error('ENOSPC'))).toBe(false)
})

test('limits an event to three messages a day, and refuses a message without recipients', async () => {
  const shop = createEventShop(db)
  const sale = await insertEventWithTeam(db, [{ total: 1 }, { total: 5, name: 'Late' }])
  const { eventId, team, types } = sale
  const own = shop.as(team.organizer).messages
  await expect(own.send(createInput(eventId))).rejects.toMatchObject({ code: 'NO_TICKET_HOLDERS' })
  await insertCrowd(db, sale, 2)
  await expect(own.send(createInput(eventId, { ticketTypeId: types[1] }))).rejects.toMatchObject({
    code: 'NO_TICKET_HOLDERS',
  })
  const results = await Promise.allSettled(
    [team.organizer, team.manager, team.organizer, team.manager, team.organizer].map((caller) =>
      shop.as(caller).messages.send(createInput(eventId)),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'DAILY_LIMIT_REACHED', data: { at: expect.any(String) } })
  expect((await own.list({ eventId })).leftToday).toBe(0)
  await sql`update holder_messages set created_at = created_at - interval '25 hours' where event_id = ${eventId}`.execute(
    db,
  )
  const key = createInput(eventId)
  await own.send(key)
  await expect(own.send({ ...key, subject: 'Other' })).rejects.toMatchObject({ code: 'KEY_REUSED' })
  for (const caller of [team.host, team.checkIn, team.stranger])
    await expect(shop.as(caller).messages.send(createInput(eventId))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
})
