import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { canMove, DESK_STATUSES } from '../../rules/event-status'
import { insertDraft, insertMember, insertOrder, insertPublished, openDesk, someEvent } from './testing'

const desk = await openDesk()
const ilse = await insertMember(desk.db, { name: 'Ilse Brandt' })

const rowOf = (id: string) => desk.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

test('the status changes of the rules match the database, which refuses all others', async () => {
  const { rows } = await sql<{ from: string; to: string }>`
    select from_status as "from", to_status as "to" from event_transitions`.execute(desk.db)
  const known = new Set(rows.map(({ from, to }) => `${from} ${to}`))
  for (const from of DESK_STATUSES)
    for (const to of DESK_STATUSES) {
      expect(known.has(`${from} ${to}`), `${from} to ${to}`).toBe(canMove(from, to))
      if (from === to) continue
      const { id } = await desk.as(ilse).create({ ...someEvent, clientKey: newId() })
      await sql`alter table events disable trigger events_transition`.execute(desk.db)
      await desk.db.updateTable('events').set({ event_status: from }).where('id', '=', id).execute()
      await sql`alter table events enable trigger events_transition`.execute(desk.db)
      const move = desk.db.updateTable('events').set({ event_status: to }).where('id', '=', id).execute()
      const isDone = await move.then(
        () => true,
        () => false,
      )
      expect(isDone, `${from} to ${to}`).toBe(canMove(from, to))
      await sql`delete from events where id = ${id}::uuid`.execute(desk.db)
    }
})

describe('publishing a draft', () => {
  test('works for a complete draft, stores what holders know, and is logged', async () => {
    const id = await insertDraft(desk, ilse)
    expect(await desk.as(ilse).publish({ id, version: 1 })).toMatchObject({ version: 2 })
    expect(await rowOf(id)).toMatchObject({
      event_status: 'published',
      published_at: desk.clock.now,
      told: { status: 'published', startsAt: '2026-12-05T23:00:00.000Z', venueName: 'Carriage Works' },
    })
    const { rows } =
      await sql`select actor_id, action, details from audit_log where subject_id = ${id}`.execute(desk.db)
    expect(rows).toEqual([
      { actor_id: ilse.id, action: 'events.publish', details: { event: 'Dust & Diamonds' } },
    ])
    expect(await refusalOf(desk.as(ilse).publish({ id, version: 2 }))).toMatchObject({
      code: 'NOT_NOW',
      message: 'This event is already published.',
    })
  })

  test('refuses an incomplete draft and names what is missing by section', async () => {
    const { id } = await desk.as(ilse).create({
      ...someEvent,
      clientKey: newId(),
      venueName: '',
      location: '',
      date: '2026-11-20',
    })
    expect(await refusalOf(desk.as(ilse).publish({ id, version: 1 }))).toMatchObject({
      code: 'INCOMPLETE',
      status: 422,
      data: {
        missing: [
          { section: 'event', words: 'Choose a start in the future.' },
          { section: 'place', words: 'Enter the venue.' },
          { section: 'place', words: 'Enter the city.' },
          { section: 'tickets', words: 'Add a ticket type with stock, or enter a price at the door.' },
        ],
      },
    })
  })

  test('accepts a hidden ticket type or free entry at the door, but no empty stock', async () => {
    const missing = async (id: string) => (await desk.as(ilse).get({ id })).missing
    const id = await insertDraft(desk, ilse)
    const types = desk.db.updateTable('ticket_types').where('event_id', '=', id)
    await types.set({ access_code: 'CREW88' }).execute()
    expect(await missing(id)).toEqual([])
    await types.set({ quantity_total: 0 }).execute()
    expect(await missing(id)).toHaveLength(1)
    await desk.as(ilse).save({ id, version: 1, changes: { doorPriceCents: 0 } })
    expect(await missing(id)).toEqual([])
  })

  test('previews the page as visitors will see it, without hidden ticket types', async () => {
    const id = await insertDraft(desk, ilse)
    await desk.as(ilse).save({ id, version: 1, changes: { description: '**Loud**', isPublic: false } })
    await desk.db
      .insertInto('ticket_types')
      .values({ event_id: id, name: 'Crew', price_cents: 0, quantity_total: 5, access_code: 'CREW88' })
      .execute()
    expect(await desk.as(ilse).preview({ id })).toMatchObject({
      status: 'published',
      descriptionHtml: '<p><strong>Loud</strong></p>',
      available: 100,
      ticketTypes: [{ name: 'General Admission' }],
    })
  })
})

describe('unpublishing', () => {
  test('works while nothing is sold, and no longer after that', async () => {
    const id = await insertPublished(desk, ilse)
    await insertOrder(desk, id, 'expired')
    await desk.as(ilse).unpublish({ id, version: 2 })
    expect(await rowOf(id)).toMatchObject({ event_status: 'draft', version: 3, told: null })
    await desk.as(ilse).publish({ id, version: 3 })
    await insertOrder(desk, id, 'reserved')
    expect(await refusalOf(desk.as(ilse).unpublish({ id, version: 4 }))).toMatchObject({
      code: 'SOLD',
      status: 409,
      message: 'Tickets are sold or held, so it stays public. Cancel or postpone it instead.',
    })
  })

  test('serializes concurrent publishing and unpublishing', async () => {
    const id = await insertPublished(desk, ilse)
    const tries = [1, 2, 3].map(() => desk.as(ilse).unpublish({ id, version: 2 }))
    const answers = await Promise.allSettled([...tries, desk.as(ilse).publish({ id, version: 2 })])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ code: expect.stringMatching(/^(?:CHANGED|NOT_NOW)$/) })
    expect(await rowOf(id)).toMatchObject({ event_status: 'draft', version: 3 })
  })

  test('waits for a concurrent purchase and sees its order', async () => {
    const id = await insertPublished(desk, ilse)
    let taken: Promise<unknown> = Promise.resolve()
    await desk.db.transaction().execute(async (trx) => {
      await sql`select from ticket_types where event_id = ${id}::uuid for no key update`.execute(trx)
      taken = refusalOf(desk.as(ilse).unpublish({ id, version: 2 }))
      // Until it waits for the same row.
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%ticket_types%'
            and datname = current_database()`.execute(desk.db)
          return rows.length
        })
        .toBe(1)
      await insertOrder({ ...desk, db: trx }, id, 'reserved')
    })
    expect(await taken).toMatchObject({ code: 'SOLD' })
    expect(await rowOf(id)).toMatchObject({ event_status: 'published' })
  })
})

describe('duplicate', () => {
  test('copies texts, place and ticket types to the same weekday, without line-up and team, with a new code for a hidden type', async () => {
    const id = await insertPublished(desk, ilse, { date: '2026-12-04' })
    await desk.as(ilse).save({ id, version: 2, changes: { description: 'A shed.', capacity: 300 } })
    await desk.as(ilse).saveLineUp({ id, version: 3, slots: [{ name: 'Paper Cuts', billing: 'headline' }] })
    await desk.db
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
    const copy = await desk.as(ilse).duplicate({ id })
    expect(await desk.as(ilse).get({ id: copy.id })).toMatchObject({
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
    const types = await desk.db
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
  test('deletes it with all its data if it has no orders', async () => {
    const id = await insertDraft(desk, ilse)
    await desk.as(ilse).remove({ id })
    expect(await rowOf(id)).toBeUndefined()
    expect(await refusalOf(desk.as(ilse).remove({ id }))).toMatchObject({ status: 404 })
    const published = await insertPublished(desk, ilse)
    const refused = { code: 'NOT_NOW', message: 'Only a draft without orders can be deleted.' }
    expect(await refusalOf(desk.as(ilse).remove({ id: published }))).toMatchObject(refused)
  })

  test('refuses a draft with an order of any status, since receipts name the event', async () => {
    const id = await insertDraft(desk, ilse)
    await insertOrder(desk, id, 'expired')
    expect((await desk.as(ilse).get({ id })).canBeRemoved).toBe(false)
    expect(await refusalOf(desk.as(ilse).remove({ id }))).toMatchObject({ code: 'NOT_NOW' })
    expect(await rowOf(id)).toBeDefined()
    const { rows } = await sql`select from audit_log where subject_id = ${id}`.execute(desk.db)
    expect(rows).toEqual([])
  })
})
