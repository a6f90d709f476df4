import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { findPendingChange } from '../notified-state'
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
const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe' })

async function addKitAsManager(id: string): Promise<void> {
  await dashboard.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
}

describe('R-07 creating a draft', () => {
  test('converts local clock times to instants, with the end on the next morning', async () => {
    const { id } = await dashboard.as(ilse).create({ ...someEvent, clientKey: newId() })
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({
      title: 'Dust & Diamonds',
      status: 'draft',
      version: 1,
      date: '2026-12-05',
      startClock: '23:00',
      doorsClock: '22:30',
      endClock: '06:00',
      startsAt: '2026-12-05T23:00:00.000Z',
      endsAt: '2026-12-06T06:00:00.000Z',
      relations: ['organizer'],
      missing: [{ section: 'tickets', text: 'Add a ticket type with stock, or enter a price at the door.' }],
      publicUrl: `https://b2b.example/events/${id}`,
      soldOrHeld: 0,
      canBeRemoved: true,
    })
  })

  test('creates one draft per key, also concurrently; the same key of another person creates their own', async () => {
    const input = { ...someEvent, clientKey: newId() }
    const ids = await Promise.all([1, 2, 3, 4].map(() => dashboard.as(ilse).create(input)))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect((await dashboard.as(kit).create(input)).id).not.toBe(ids[0]?.id)
  })

  test('refuses invalid input with an error for each form field', async () => {
    const create = (more: object) =>
      refusalOf(dashboard.as(ilse).create({ ...someEvent, clientKey: newId(), ...more }))
    expect(await create({ doorsAt: '23:30', endsAt: '23:00' })).toMatchObject({
      status: 422,
      data: {
        fields: [
          { path: 'doorsAt', message: 'Doors must open before the start, at most twelve hours earlier.' },
          { path: 'endsAt', message: 'The end time is the same as the start time. Choose a later end.' },
        ],
      },
    })
    expect(await create({ title: ' \u2800 ', timezone: '+02:00', startsAt: '24:00' })).toMatchObject({
      status: 400,
      data: {
        fields: [
          { path: 'title', message: 'Enter a title.' },
          { path: 'startsAt', message: 'Enter a time such as 23:00.' },
          { path: 'timezone', message: 'Choose a time zone from the list.' },
        ],
      },
    })
  })

  test('hides the draft from strangers in every call', async () => {
    const id = await insertDraft(dashboard, ilse)
    const as = dashboard.as(kit)
    const tries = [
      as.get({ id }),
      as.preview({ id }),
      as.save({ id, version: 1, changes: { title: 'Mine' } }),
      as.saveLineUp({ id, version: 1, slots: [] }),
      as.publish({ id, version: 1 }),
      as.duplicate({ id }),
      as.remove({ id }),
      as.team({ id }),
      as.handOver({ id, personId: kit.id, password: 'x' }),
      as.findMembers({ id, q: 'ilse' }),
      as.get({ id: newId() }),
      as.get({ id: "' or 1=1 --" }),
    ]
    for (const error of await Promise.all(tries.map(refusalOf)))
      expect(error).toMatchObject({ status: 404, message: 'Event not found' })
  })
})

describe('saving a draft', () => {
  test('saves single fields and raises the version; other fields stay', async () => {
    const id = await insertDraft(dashboard, ilse)
    const first = await dashboard
      .as(ilse)
      .save({ id, version: 1, changes: { title: 'Low  Ceiling ', capacity: 300 } })
    expect(first).toEqual({ version: 2, savedAt: '2026-11-21T10:00:00.000Z' })
    await dashboard
      .as(ilse)
      .save({ id, version: 2, changes: { date: '2026-12-11', endClock: null, location: '' } })
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({
      title: 'Low Ceiling',
      capacity: 300,
      date: '2026-12-11',
      startClock: '23:00',
      doorsAt: '2026-12-11T22:30:00.000Z',
      endsAt: null,
      location: '',
      venueName: 'Carriage Works',
      version: 3,
    })
    expect(await dashboard.as(ilse).save({ id, version: 3, changes: {} })).toMatchObject({ version: 4 })
  })

  test('moves set times with the event', async () => {
    const id = await insertDraft(dashboard, ilse)
    const slots = [
      { name: 'Paper Cuts', startClock: '02:00', endClock: '04:00', billing: 'headline' as const },
    ]
    await dashboard.as(ilse).saveLineUp({ id, version: 1, slots })
    await dashboard
      .as(ilse)
      .save({ id, version: 2, changes: { date: '2027-07-03', timezone: 'Europe/Berlin' } })
    const { lineUp } = await dashboard.as(ilse).get({ id })
    expect(lineUp).toMatchObject([
      { startsAt: '2027-07-04T00:00:00.000Z', startClock: '02:00', endClock: '04:00' },
    ])
  })

  test('refuses an outdated version, names who saved and when, and saves nothing', async () => {
    const id = await insertDraft(dashboard, ilse)
    await addKitAsManager(id)
    await dashboard.as(kit).save({ id, version: 1, changes: { title: 'By Kit' } })
    expect(
      await refusalOf(dashboard.as(ilse).save({ id, version: 1, changes: { title: 'By Ilse' } })),
    ).toMatchObject({
      code: 'CHANGED',
      status: 409,
      message: 'Kit Marlowe changed this event on Sat 21 Nov, 10:00. Reload it to continue.',
      data: { version: 2, by: { id: kit.id, name: 'Kit Marlowe' }, at: '2026-11-21T10:00:00.000Z' },
    })
    expect(await refusalOf(dashboard.as(kit).save({ id, version: 1, changes: {} }))).toMatchObject({
      message: 'You changed this event in another window on Sat 21 Nov, 10:00. Reload it to continue.',
    })
    expect((await dashboard.as(ilse).get({ id })).title).toBe('By Kit')
  })

  test('accepts one of eight concurrent saves and refuses seven', async () => {
    const id = await insertDraft(dashboard, ilse)
    await addKitAsManager(id)
    const saves = Array.from({ length: 8 }, (_, n) =>
      dashboard.as(n % 2 === 0 ? ilse : kit).save({ id, version: 1, changes: { title: `Title ${n}` } }),
    )
    const results = await Promise.allSettled(saves)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CHANGED' })
    const taken = results.findIndex(({ status }) => status === 'fulfilled')
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({ title: `Title ${taken}`, version: 2 })
  })

  test('a save updates the browsers of the event’s people', async () => {
    const id = await insertDraft(dashboard, ilse)
    await addKitAsManager(id)
    dashboard.published.length = 0
    await dashboard.as(kit).save({ id, version: 1, changes: { capacity: 12 } })
    expect(dashboard.published.map(({ userIds, topics }) => [new Set(userIds), topics])).toEqual([
      [new Set([ilse.id, kit.id]), ['events']],
    ])
  })

  test('lets a manager change everything except the door price, and logs it', async () => {
    const id = await insertDraft(dashboard, ilse)
    await addKitAsManager(id)
    const byKit = dashboard.as(kit).save({ id, version: 1, changes: { doorPriceCents: 500 } })
    expect(await refusalOf(byKit)).toMatchObject({
      status: 422,
      data: { fields: [{ path: 'changes.doorPriceCents' }] },
    })
    await dashboard.as(ilse).save({ id, version: 1, changes: { doorPriceCents: 500 } })
    const { rows } =
      await sql`select actor_id, details from audit_log where action = 'events.price' and subject_id = ${id}`.execute(
        dashboard.db,
      )
    expect(rows).toEqual([
      {
        actor_id: ilse.id,
        details: { event: 'Dust & Diamonds', from: 'none', to: '$5.00', reason: 'at the door' },
      },
    ])
  })
})

describe('saving a published event', () => {
  const listNotifyJobs = () => dashboard.jobs.filter(({ name }) => name === 'events.notify_holders')

  test('refuses to remove the venue, the city or a future start', async () => {
    const id = await insertPublished(dashboard, ilse)
    const changes = { venueName: '', location: ' ', date: '2026-11-20' }
    expect(await refusalOf(dashboard.as(ilse).save({ id, version: 2, changes }))).toMatchObject({
      status: 422,
      data: {
        fields: [
          { path: 'changes.date', message: 'Choose a start time in the future.' },
          { path: 'changes.venueName', message: 'Enter the venue.' },
          { path: 'changes.location', message: 'Enter the city.' },
        ],
      },
    })
    expect(await dashboard.as(ilse).get({ id })).toMatchObject({ version: 2, venueName: 'Carriage Works' })
  })

  test('allows new texts but no new date once the event has begun', async () => {
    const id = await insertPublished(dashboard, ilse)
    dashboard.clock.now = new Date('2026-12-06T01:00:00Z')
    try {
      await dashboard.as(ilse).save({ id, version: 2, changes: { description: 'Enter by the side.' } })
      const moved = dashboard.as(ilse).save({ id, version: 3, changes: { date: '2026-12-04' } })
      expect(await refusalOf(moved)).toMatchObject({ status: 422 })
    } finally {
      dashboard.clock.now = new Date('2026-11-21T10:00:00Z')
    }
  })

  test('refuses another date once tickets are sold or held, since that is what Postpone is for', async () => {
    const id = await insertPublished(dashboard, ilse)
    const save = (version: number, changes: object) => dashboard.as(ilse).save({ id, version, changes })
    await save(2, { date: '2026-12-12' })
    await dashboard.db
      .updateTable('ticket_types')
      .set({ quantity_held: 1 })
      .where('event_id', '=', id)
      .execute()
    expect(await refusalOf(save(3, { date: '2026-12-13' }))).toMatchObject({
      status: 422,
      data: { fields: [{ path: 'changes.date', message: expect.stringContaining('Use Postpone') }] },
    })
    // The same date and another start time can be saved.
    await save(3, { date: '2026-12-12', startClock: '22:00', doorsClock: null })
  })

  test('notifies ticket holders of another time or place, and of nothing else', async () => {
    const id = await insertPublished(dashboard, ilse)
    await dashboard.as(ilse).save({ id, version: 2, changes: { doorsClock: '22:00' } })
    expect(listNotifyJobs()).toEqual([])
    await insertOrder(dashboard, id)
    await dashboard.as(ilse).save({ id, version: 3, changes: { title: 'Another title' } })
    expect(listNotifyJobs()).toEqual([])
    await dashboard.as(ilse).save({ id, version: 4, changes: { venueAddress: '14 Holbeck Lane' } })
    expect(listNotifyJobs()).toEqual([{ name: 'events.notify_holders', payload: { eventId: id } }])
  })

  test('notifies buyers who bought between a change and its undo', async () => {
    const id = await insertPublished(dashboard, ilse)
    const { doorsClock } = await dashboard.as(ilse).get({ id })
    await dashboard.as(ilse).save({ id, version: 2, changes: { doorsClock: '22:00' } })
    await insertOrder(dashboard, id)
    await dashboard.as(ilse).save({ id, version: 3, changes: { doorsClock } })
    const untold = await dashboard.db.transaction().execute((trx) => findPendingChange(trx, id, 3))
    expect(untold?.was.doorsAt).toBe('2026-12-05T22:00:00.000Z')
    expect(untold?.now.doorsAt).not.toBe(untold?.was.doorsAt)
  })

  test('sets a postponed date only separately, and refuses changes of a cancelled event', async () => {
    const id = await insertPublished(dashboard, ilse)
    const move = (status: string) =>
      dashboard.db.updateTable('events').set({ event_status: status }).where('id', '=', id).execute()
    await move('postponed')
    expect(
      await refusalOf(dashboard.as(ilse).save({ id, version: 2, changes: { date: '2027-01-08' } })),
    ).toMatchObject({
      code: 'NOT_NOW',
      message: 'This event is postponed. Set its new date first. We’ll notify all ticket holders.',
    })
    await dashboard.as(ilse).save({ id, version: 2, changes: { description: 'Wait for it.' } })
    await move('cancelled')
    expect(
      await refusalOf(dashboard.as(ilse).save({ id, version: 3, changes: { title: 'x' } })),
    ).toMatchObject({
      code: 'NOT_NOW',
      message: 'This event is canceled. Duplicate it to plan it again.',
    })
  })
})
