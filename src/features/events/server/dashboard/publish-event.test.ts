import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { canChangeStatus, DASHBOARD_STATUSES } from '../../rules/event-status'
import {
  insertDraft,
  insertMember,
  insertOrder,
  insertPublished,
  openTestDashboard,
  someEvent,
} from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })

const getRow = (id: string) =>
  dashboard.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

test('the status changes of the rules match the database, which refuses all others', async () => {
  const { rows } = await sql<{ from: string; to: string }>`
    select from_status as "from", to_status as "to" from event_transitions`.execute(dashboard.db)
  const known = new Set(rows.map(({ from, to }) => `${from} ${to}`))
  for (const from of DASHBOARD_STATUSES)
    for (const to of DASHBOARD_STATUSES) {
      expect(known.has(`${from} ${to}`), `${from} to ${to}`).toBe(canChangeStatus(from, to))
      if (from === to) continue
      const { id } = await dashboard.as(ilse).create({ ...someEvent, clientKey: newId() })
      await sql`alter table events disable trigger events_transition`.execute(dashboard.db)
      await dashboard.db.updateTable('events').set({ event_status: from }).where('id', '=', id).execute()
      await sql`alter table events enable trigger events_transition`.execute(dashboard.db)
      const move = dashboard.db.updateTable('events').set({ event_status: to }).where('id', '=', id).execute()
      const isDone = await move.then(
        () => true,
        () => false,
      )
      expect(isDone, `${from} to ${to}`).toBe(canChangeStatus(from, to))
      await sql`delete from events where id = ${id}::uuid`.execute(dashboard.db)
    }
})

describe('publishing a draft', () => {
  test('publishing a complete draft stores the details that buyers see from now on, and is logged', async () => {
    const id = await insertDraft(dashboard, ilse)
    expect(await dashboard.as(ilse).publish({ id, version: 1 })).toMatchObject({ version: 2 })
    expect(await getRow(id)).toMatchObject({
      event_status: 'published',
      published_at: dashboard.clock.now,
      notified_state: {
        status: 'published',
        startsAt: '2026-12-05T23:00:00.000Z',
        venueName: 'Carriage Works',
      },
    })
    const { rows } =
      await sql`select actor_id, action, details from audit_log where subject_id = ${id}`.execute(
        dashboard.db,
      )
    expect(rows).toEqual([
      { actor_id: ilse.id, action: 'events.publish', details: { event: 'Dust & Diamonds' } },
    ])
    expect(await refusalOf(dashboard.as(ilse).publish({ id, version: 2 }))).toMatchObject({
      code: 'NOT_NOW',
      message: 'This event is already published.',
    })
  })

  test('refuses an incomplete draft and names what is missing by section', async () => {
    const { id } = await dashboard.as(ilse).create({
      ...someEvent,
      clientKey: newId(),
      venueName: '',
      location: '',
      date: '2026-11-20',
    })
    expect(await refusalOf(dashboard.as(ilse).publish({ id, version: 1 }))).toMatchObject({
      code: 'INCOMPLETE',
      status: 422,
      data: {
        missing: [
          { section: 'event', text: 'Choose a start time in the future.' },
          { section: 'place', text: 'Enter the venue.' },
          { section: 'place', text: 'Enter the city.' },
          { section: 'tickets', text: 'Add a ticket type with stock, or enter a price at the door.' },
        ],
      },
    })
  })

  test('accepts a hidden ticket type or free entry at the door, but no empty stock', async () => {
    const missing = async (id: string) => (await dashboard.as(ilse).get({ id })).missing
    const id = await insertDraft(dashboard, ilse)
    const types = dashboard.db.updateTable('ticket_types').where('event_id', '=', id)
    await types.set({ access_code: 'CREW88' }).execute()
    expect(await missing(id)).toEqual([])
    await types.set({ quantity_total: 0 }).execute()
    expect(await missing(id)).toHaveLength(1)
    await dashboard.as(ilse).save({ id, version: 1, changes: { doorPriceCents: 0 } })
    expect(await missing(id)).toEqual([])
  })

  test('previews the page as visitors will see it, without hidden ticket types', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).save({ id, version: 1, changes: { description: '**Loud**', isPublic: false } })
    await dashboard.db
      .insertInto('ticket_types')
      .values({ event_id: id, name: 'Crew', price_cents: 0, quantity_total: 5, access_code: 'CREW88' })
      .execute()
    expect(await dashboard.as(ilse).preview({ id })).toMatchObject({
      status: 'published',
      descriptionHtml: '<p><strong>Loud</strong></p>',
      available: 100,
      ticketTypes: [{ name: 'General Admission' }],
    })
  })
})

describe('unpublishing', () => {
  test('unpublishing works only while no tickets are sold or held', async () => {
    const id = await insertPublished(dashboard, ilse)
    await insertOrder(dashboard, id, 'expired')
    await dashboard.as(ilse).unpublish({ id, version: 2 })
    expect(await getRow(id)).toMatchObject({ event_status: 'draft', version: 3, notified_state: null })
    await dashboard.as(ilse).publish({ id, version: 3 })
    await insertOrder(dashboard, id, 'reserved')
    expect(await refusalOf(dashboard.as(ilse).unpublish({ id, version: 4 }))).toMatchObject({
      code: 'SOLD',
      status: 409,
      message: 'Tickets are sold or held, so it stays public. Cancel or postpone it instead.',
    })
  })

  test('serializes concurrent publishing and unpublishing', async () => {
    const id = await insertPublished(dashboard, ilse)
    const tries = [1, 2, 3].map(() => dashboard.as(ilse).unpublish({ id, version: 2 }))
    const results = await Promise.allSettled([...tries, dashboard.as(ilse).publish({ id, version: 2 })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: expect.stringMatching(/^(?:CHANGED|NOT_NOW)$/) })
    expect(await getRow(id)).toMatchObject({ event_status: 'draft', version: 3 })
  })

  test('unpublishing waits for a concurrent purchase and sees its order', async () => {
    const id = await insertPublished(dashboard, ilse)
    let taken: Promise<unknown> = Promise.resolve()
    await dashboard.db.transaction().execute(async (trx) => {
      await sql`select from ticket_types where event_id = ${id}::uuid for no key update`.execute(trx)
      taken = refusalOf(dashboard.as(ilse).unpublish({ id, version: 2 }))
      // Waits until `unpublish` is blocked by the lock on the ticket type.
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ticket_types%'
            and datname = current_database()`.execute(dashboard.db)
          return rows.length
        })
        .toBe(1)
      await insertOrder({ ...dashboard, db: trx }, id, 'reserved')
    })
    expect(await taken).toMatchObject({ code: 'SOLD' })
    expect(await getRow(id)).toMatchObject({ event_status: 'published' })
  })
})

describe('duplicate', () => {
  test('copies texts, place and ticket types to the same weekday, without line-up and team, with a new code for a hidden type', async () => {
    const id = await insertPublished(dashboard, ilse, { date: '2026-12-04' })
    await dashboard.as(ilse).save({ id, version: 2, changes: { description: 'A shed.', capacity: 300 } })
    await dashboard
      .as(ilse)
      .saveLineUp({ id, version: 3, slots: [{ name: 'Paper Cuts', billing: 'headline' }] })
    await dashboard.db
      .insertInto('ticket_types')
      .values({
        event_id: id,
        name: 'Crew',
        price_cents: 12_000,
        quantity_total: 6,
        quantity_sold: 4,
        access_code: 'CREW88',
        sale_ends_at: '2026-12-04T20:00:00Z',
        sort_order: 2,
      })
      .execute()
    const copy = await dashboard.as(ilse).duplicate({ id })
    expect(await dashboard.as(ilse).get({ id: copy.id })).toMatchObject({
      title: 'Dust & Diamonds',
      description: 'A shed.',
      capacity: 300,
      status: 'draft',
      version: 1,
      date: '2026-12-11',
      startClock: '23:00',
      doorsClock: '22:30',
      endClock: '06:00',
      lineUp: [],
      relations: ['organizer'],
      missing: [],
      soldOrHeld: 0,
    })
    const types = await dashboard.db
      .selectFrom('ticket_types')
      .select(['name', 'price_cents', 'quantity_total', 'quantity_sold', 'access_code', 'sale_ends_at'])
      .where('event_id', '=', copy.id)
      .orderBy('sort_order')
      .execute()
    expect(types).toEqual([
      {
        name: 'General Admission',
        price_cents: 1600,
        quantity_total: 100,
        quantity_sold: 0,
        access_code: null,
        sale_ends_at: null,
      },
      {
        name: 'Crew',
        price_cents: 12_000,
        quantity_total: 6,
        quantity_sold: 0,
        access_code: expect.stringMatching(/^[0-9A-F]{8}$/),
        sale_ends_at: new Date('2026-12-11T20:00:00Z'),
      },
    ])
  })
})

describe('deleting a draft', () => {
  test('deletes a draft without orders, with all its data', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).remove({ id })
    expect(await getRow(id)).toBeUndefined()
    expect(await refusalOf(dashboard.as(ilse).remove({ id }))).toMatchObject({ status: 404 })
    const published = await insertPublished(dashboard, ilse)
    const refused = { code: 'NOT_NOW', message: 'Only a draft without orders can be deleted.' }
    expect(await refusalOf(dashboard.as(ilse).remove({ id: published }))).toMatchObject(refused)
  })

  test('refuses a draft with an order of any status, since receipts name the event', async () => {
    const id = await insertDraft(dashboard, ilse)
    await insertOrder(dashboard, id, 'expired')
    expect((await dashboard.as(ilse).get({ id })).canBeRemoved).toBe(false)
    expect(await refusalOf(dashboard.as(ilse).remove({ id }))).toMatchObject({ code: 'NOT_NOW' })
    expect(await getRow(id)).toBeDefined()
    const { rows } = await sql`select from audit_log where subject_id = ${id}`.execute(dashboard.db)
    expect(rows).toEqual([])
  })

  test('refuses a draft with a payment for a booking', async () => {
    const id = await insertDraft(dashboard, ilse)
    await sql`
      with b as (insert into bookings (client_id, event_id, event_date, ends_at, event_type, location)
        select organizer_id, id, event_date, event_date + interval '2 hours', 'Club Night', 'Leeds' from events where id = ${id}
        returning id, event_id)
      insert into payments (booking_id, event_id, purpose, provider, provider_reference, amount_cents)
      select id, event_id, 'deposit', 'sandbox', 'deposit of a draft', 5000 from b`.execute(dashboard.db)
    expect((await dashboard.as(ilse).get({ id })).canBeRemoved).toBe(false)
    expect(await refusalOf(dashboard.as(ilse).remove({ id }))).toMatchObject({ code: 'NOT_NOW' })
  })
})
