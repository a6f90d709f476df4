import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { nextYear, writeDayOfNextYear } from '~tests/support/next-year'
import { insertCaller, insertCallers, reserveInput } from '~tests/support/shop'
import { createEventShop, giveGift, insertEvent, transferTicket } from '~tests/support/event-shop'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const statusMessage = 'The roof leaks. We fix it first.'
const toJune = { statusMessage, date: nextYear('06-05') }
// A winter date, so that a move to summer changes the UTC offset.
const old = new Date(nextYear('02-06T23:00:00Z'))
const getEvent = async (id: string) =>
  await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const listSlots = async (id: string) =>
  (
    await db
      .selectFrom('line_up_slots')
      .select('starts_at')
      .where('event_id', '=', id)
      .orderBy('billing')
      .execute()
  ).map(({ starts_at: at }) => at?.toISOString() ?? null)
const listNotifications = async (id: string) =>
  (await db.selectFrom('notifications').select('kind').where('user_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )
const addSlot = (eventId: string, name: string, at: string | null, billing: number) =>
  sql`insert into line_up_slots (event_id, name, starts_at, billing) values (${eventId}, ${name}, ${at}, ${billing})`.execute(
    db,
  )

describe('R-07 postponing an event', () => {
  test('postponing without a date ends holds, keeps tickets, and notifies holders once of their return period', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    const [buyer, friend] = await insertCallers(db, 2)
    if (!buyer || !friend) throw new Error('nobody')
    const order = await shop.buy(buyer, sale, [2])
    await transferTicket(db, order, friend)
    const held = await shop.as(friend).reserve(reserveInput(sale, [1]))
    const response = await shop
      .as(organizer)
      .eventChanges.postpone({ eventId, version: 1, statusMessage, refundDays: 10 })
    expect(response).toEqual({ version: 2, status: 'postponed' })
    const event = await getEvent(eventId)
    expect(event).toMatchObject({
      event_date: old,
      moved_from: old,
      is_date_open: true,
      status_message: statusMessage,
    })
    const days = ((event.refundable_until?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(10, 1)
    expect((await shop.as(friend).getOrder({ id: held.id })).status).toBe('cancelled')
    await shop.runJobs()
    expect(shop.emails).toHaveLength(2)
    const [message] = shop.emailsTo(buyer)
    expect(message?.subject).toBe('Dust & Diamonds is postponed')
    for (const text of [
      statusMessage,
      'The new date is not set yet',
      'Your ticket stays valid',
      'To be announced',
      `was ${writeDayOfNextYear('02-06')}, 23:00, London time`,
      'refund your tickets in My Tickets until',
    ])
      expect(message?.text).toContain(text)
    await shop.services.jobs.enqueue(db, 'events.notify_holders', { eventId })
    await shop.runJobs()
    expect(shop.emails).toHaveLength(2)
    const [ticket] = (await shop.as(buyer).listTickets({ period: 'upcoming' })).tickets
    expect(ticket?.event).toMatchObject({ isDateOpen: true, statusMessage, eventStatus: 'postponed' })
  })

  test('moving to a new date keeps the event on sale; set times and the end of sales move along in local time', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    await sql`update events set doors_at = ${nextYear('02-06T22:30:00Z')}, ends_at = ${nextYear('02-07T05:00:00Z')} where id = ${eventId}`.execute(
      db,
    )
    await sql`update ticket_types set sale_ends_at = ${nextYear('02-06T20:00:00Z')} where event_id = ${eventId}`.execute(
      db,
    )
    await addSlot(eventId, 'Temi', nextYear('02-07T01:00:00Z'), 1)
    await addSlot(eventId, 'Juno', null, 2)
    const buyer = await insertCaller(db)
    await shop.buy(buyer, sale, [1])
    const held = await shop.as(buyer).reserve(reserveInput(sale, [1]))
    const dashboard = shop.as(organizer).eventChanges
    const postponed = await dashboard.postpone({ eventId, version: 1, ...toJune })
    expect(postponed).toEqual({ version: 2, status: 'published' })
    expect((await shop.as(buyer).getOrder({ id: held.id })).status).toBe('cancelled')
    const event = await getEvent(eventId)
    expect(event).toMatchObject({ event_status: 'published', is_date_open: false, moved_from: old })
    expect(event.status_message).toBe(statusMessage)
    expect(event.event_date.toISOString()).toBe(nextYear('06-05T22:00:00.000Z'))
    expect(event.doors_at?.toISOString()).toBe(nextYear('06-05T21:30:00.000Z'))
    expect(event.ends_at?.toISOString()).toBe(nextYear('06-06T04:00:00.000Z'))
    expect(await listSlots(eventId)).toEqual([nextYear('06-06T00:00:00.000Z'), null])
    const type = await db
      .selectFrom('ticket_types')
      .select('sale_ends_at')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    expect(type.sale_ends_at?.toISOString()).toBe(nextYear('06-05T19:00:00.000Z'))
    expect((await shop.as(buyer).reserve(reserveInput(sale, [1]))).status).toBe('reserved')
    await expect(dashboard.setDate({ eventId, version: 2, date: nextYear('06-12') })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
    })
  })

  test('notifies ticket holders of the reason, even if the event was edited just before', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    await shop.buy(await insertCaller(db), sale, [1])
    await sql`update events set event_date = event_date - interval '1 hour' where id = ${eventId}`.execute(db)
    await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, ...toJune })
    await shop.runJobs()
    expect(shop.emails.at(-1)?.text).toContain(statusMessage)
  })

  test('postponing without a date stops sales until a date is set, with new times if given', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    await addSlot(eventId, 'Temi', nextYear('02-07T01:00:00Z'), 1)
    const buyer = await insertCaller(db)
    await shop.buy(buyer, sale, [1])
    await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage })
    await expect(shop.as(buyer).reserve(reserveInput(sale, [1]))).rejects.toMatchObject({
      code: 'NOT_ON_SALE',
    })
    const set = {
      eventId,
      version: 2,
      date: nextYear('06-05'),
      clocks: { startsAt: '22:00', doorsAt: '21:30', endsAt: null },
    }
    expect(await shop.as(organizer).eventChanges.setDate(set)).toEqual({ version: 3, status: 'published' })
    const dated = await getEvent(eventId)
    // The reason is removed, because it explained why the date was open and may name another date.
    expect(dated).toMatchObject({ is_date_open: false, ends_at: null, moved_from: old, status_message: '' })
    expect(dated.event_date.toISOString()).toBe(nextYear('06-05T21:00:00.000Z'))
    expect(await listSlots(eventId)).toEqual([nextYear('06-05T23:00:00.000Z')])
    await shop.runJobs()
    expect(shop.emailsTo(buyer)).toHaveLength(1)
    expect(shop.emailsTo(buyer)[0]?.text).toContain(`${writeDayOfNextYear('06-05')}, 22:00, London time`)
    expect((await shop.as(buyer).reserve(reserveInput(sale, [1]))).status).toBe('reserved')
  })

  test('notifies of the open date first and of the new date later, and never shortens a return period', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    const buyer = await insertCaller(db)
    await shop.buy(buyer, sale, [1])
    await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage, refundDays: 30 })
    await shop.runJobs()
    const before = (await getEvent(eventId)).refundable_until
    await shop
      .as(organizer)
      .eventChanges.setDate({ eventId, version: 2, date: nextYear('03-06'), refundDays: 0 })
    await shop.runJobs()
    expect((await getEvent(eventId)).refundable_until).toEqual(before)
    expect(shop.emailsTo(buyer).map(({ subject }) => subject)).toEqual([
      'Dust & Diamonds is postponed',
      'Dust & Diamonds has a new date',
    ])
  })

  test('does not mention money to recipients of free tickets, nor account pages to those without an account', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    const [gifted, friend] = await insertCallers(db, 2)
    if (!gifted || !friend) throw new Error('nobody')
    await giveGift(db, eventId, sale.types[0], gifted)
    await giveGift(db, eventId, sale.types[0], { email: 'press@paper.example' })
    await transferTicket(db, await giveGift(db, eventId, sale.types[0], gifted), friend)
    await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage, refundDays: 10 })
    await shop.runJobs()
    expect(shop.emails).toHaveLength(3)
    for (const { to, text, html } of shop.emails) {
      expect(text).toContain('Your ticket stays valid')
      expect(text).not.toMatch(/money|amount|paid|payment|service fee/u)
      const hasAccount = to !== 'press@paper.example'
      expect(text.includes('refund your tickets in My Tickets until')).toBe(hasAccount)
      expect(html.includes('/customer/dashboard')).toBe(hasAccount)
    }
  })

  test('notifies holders once of a move to a new date, with the reason, and again of another date', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    const buyer = await insertCaller(db)
    await shop.buy(buyer, sale, [1])
    const dashboard = shop.as(organizer).eventChanges
    await dashboard.postpone({ eventId, version: 1, statusMessage, date: nextYear('06-05') })
    await shop.runJobs()
    await shop.services.jobs.enqueue(db, 'events.notify_holders', { eventId })
    await shop.runJobs()
    const moved = `Dust & Diamonds has moved to ${writeDayOfNextYear('06-05')}`
    expect(shop.emailsTo(buyer).map(({ subject }) => subject)).toEqual([moved])
    expect(shop.emailsTo(buyer)[0]?.text).toContain(statusMessage)
    expect(await listNotifications(buyer.id)).toEqual(['event_moved'])
    await dashboard.postpone({ eventId, version: 2, statusMessage, date: nextYear('06-12') })
    await shop.runJobs()
    expect(shop.emailsTo(buyer).map(({ subject }) => subject)).toEqual([
      moved,
      `Dust & Diamonds has moved to ${writeDayOfNextYear('06-12')}`,
    ])
    expect(await listNotifications(buyer.id)).toHaveLength(2)
  })

  test('a new date set in the editor counts as a change, even after a move', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    const buyer = await insertCaller(db)
    await shop.buy(buyer, sale, [1])
    await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, ...toJune })
    await shop.runJobs()
    await sql`update events set event_date = event_date + interval '1 day' where id = ${eventId}`.execute(db)
    await shop.services.jobs.enqueue(db, 'events.notify_holders', { eventId })
    await shop.runJobs()
    expect(shop.emailsTo(buyer).map(({ subject }) => subject)).toEqual([
      `Dust & Diamonds has moved to ${writeDayOfNextYear('06-05')}`,
      'Dust & Diamonds: details have changed',
    ])
  })

  test('refuses past, unchanged and invalid dates, drafts and outdated versions', async () => {
    const shop = createEventShop(db)
    const { organizer, eventId } = await insertEvent(db, undefined, { date: old })
    const postpone = (more: object) =>
      shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage, ...more })
    await expect(postpone({ date: '2020-01-01' })).rejects.toMatchObject({
      code: 'BAD_DATE',
      data: { fields: [{ path: 'date' }] },
    })
    await expect(postpone({ date: nextYear('02-06') })).rejects.toMatchObject({ code: 'BAD_DATE' })
    await expect(postpone({ date: nextYear('02-30') })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(postpone({ date: nextYear('03-06'), clocks: { startsAt: '25:00' } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(postpone({ refundDays: 61 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(postpone({ version: 3 })).rejects.toMatchObject({ code: 'CHANGED' })
    await expect(
      shop.as(organizer).eventChanges.setDate({ eventId, version: 1, date: nextYear('03-06') }),
    ).rejects.toMatchObject({ code: 'NOT_POSSIBLE', data: { status: 'published' } })
    const draft = await insertEvent(db, undefined, { date: old, status: 'draft' })
    await expect(
      shop.as(draft.organizer).eventChanges.postpone({ eventId: draft.eventId, version: 1, statusMessage }),
    ).rejects.toMatchObject({ code: 'NOT_POSSIBLE' })
    expect((await getEvent(eventId)).version).toBe(1)
  })
})

describe('events.notify_holders', () => {
  test('notifies of a new venue once, with the old and the new name', async () => {
    const shop = createEventShop(db)
    const { sale, eventId } = await insertEvent(db, undefined, { date: old })
    const [buyer, other] = await insertCallers(db, 2)
    if (!buyer || !other) throw new Error('nobody')
    await shop.buy(buyer, sale, [1])
    const notifyHolders = () => shop.run({ name: 'events.notify_holders', payload: { eventId } })
    // The first state is recorded without a notification.
    await notifyHolders()
    await sql`update events set venue_name = 'Loom Hall', ends_at = ${nextYear('02-07T05:00:00Z')} where id = ${eventId}`.execute(
      db,
    )
    await notifyHolders()
    await notifyHolders()
    await shop.runJobs()
    expect(shop.emails.map(({ to }) => to)).toEqual([buyer.email])
    const text = shop.emails[0]?.text ?? ''
    expect(text).toContain('Loom Hall, Leeds')
    expect(text).toContain('was Carriage Works, Leeds')
    expect(text).toContain('05:00')
  })

  test('does not send an email about a change that has become outdated', async () => {
    const shop = createEventShop(db)
    const { organizer, sale, eventId } = await insertEvent(db, undefined, { date: old })
    const buyer = await insertCaller(db)
    await shop.buy(buyer, sale, [1])
    await shop.as(organizer).eventChanges.postpone({ eventId, version: 1, statusMessage })
    const [job] = shop.waiting.splice(0)
    if (!job) throw new Error('nothing waits')
    await shop.run(job)
    await shop.as(organizer).eventChanges.setDate({ eventId, version: 2, date: nextYear('03-06') })
    await shop.runJobs()
    expect(shop.emails.map(({ subject }) => subject)).toEqual(['Dust & Diamonds has a new date'])
  })
})
