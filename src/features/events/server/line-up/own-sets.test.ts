import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { findEvent } from '../get-event'
import { insertDraft, insertMember, type Member, openDesk } from '../desk/testing'

const desk = await openDesk()
let [organizer, manager, dj] = [] as unknown as [Member, Member, Member]
beforeEach(async () => {
  const make = (name: string) => insertMember(desk.db, { name })
  ;[organizer, manager, dj] = await Promise.all([make('Ilse'), make('Juno'), make('Mara Voss')])
})

/** Inserts a published event of the organizer with only the DJ on its line-up, added by `by`. */
async function insertAsked(by: () => Member = () => organizer, billing: 'headline' | 'support' = 'headline') {
  const id = await insertDraft(desk, organizer)
  await desk.as(organizer).addPerson({ id, personId: manager.id, relation: 'manager' })
  const { version } = await desk.as(organizer).get({ id })
  await desk.as(by()).saveLineUp({ id, version, slots: [{ djId: dj.id, billing }] })
  await sql`update events set event_status = 'published' where id = ${id}`.execute(desk.db)
  return id
}

const noticesTo = async ({ id }: Member, subject: string) =>
  (
    await sql<{ kind: string; settled: boolean }>`
      select kind, settled_at is not null as settled from notifications where user_id = ${id} and subject_id = ${subject} order by id`.execute(
      desk.db,
    )
  ).rows
const publicLineUp = async (id: string) =>
  (await findEvent(desk.contextOf(null), id, desk.clock.now))?.lineUp.map(({ name, djId }) => ({
    name,
    djId,
  }))
const relationsTo = async (member: Member, id: string) =>
  (await desk.as(member).mine({})).upcoming.find((event) => event.id === id)?.relations ?? []

describe('a line-up entry for a member', () => {
  test('is a request: the name is shown without link, host rights or team access', async () => {
    const id = await insertAsked()
    expect(await publicLineUp(id)).toEqual([{ name: 'Mara Voss', djId: null }])
    expect(await relationsTo(dj, id)).toEqual([])
    expect(await noticesTo(dj, id)).toEqual([{ kind: 'line_up_request', settled: false }])
    expect((await desk.as(organizer).get({ id })).lineUp).toMatchObject([{ djId: dj.id, isAsked: true }])
    const { sets } = await desk.setsOf(dj).mine()
    expect(sets).toMatchObject([{ id, isAsked: true, askedBy: 'Ilse', timezone: 'Europe/London' }])
  })

  test('is linked once accepted, and the organizer is notified once', async () => {
    const id = await insertAsked()
    await desk.setsOf(dj).accept({ id })
    await desk.setsOf(dj).accept({ id })
    expect(await publicLineUp(id)).toEqual([{ name: 'Mara Voss', djId: dj.id }])
    expect(await relationsTo(dj, id)).toEqual(['host'])
    expect(await noticesTo(dj, id)).toEqual([{ kind: 'line_up_request', settled: true }])
    expect(await noticesTo(organizer, id)).toEqual([{ kind: 'line_up_accepted', settled: false }])
    expect((await desk.setsOf(dj).mine()).sets).toMatchObject([{ id, isAsked: false }])
  })

  test('from a manager grants no host rights, and both are notified', async () => {
    const id = await insertAsked(() => manager)
    await desk.setsOf(dj).accept({ id })
    expect(await relationsTo(dj, id)).toEqual([])
    for (const member of [organizer, manager])
      expect((await noticesTo(member, id)).map(({ kind }) => kind)).toContain('line_up_accepted')
  })

  test('is removed when declined, and an outdated editor is refused', async () => {
    const id = await insertAsked()
    const { version } = await desk.as(organizer).get({ id })
    await desk.setsOf(dj).leave({ id })
    expect(await publicLineUp(id)).toEqual([])
    expect((await noticesTo(organizer, id)).map(({ kind }) => kind)).toEqual(['line_up_declined'])
    const slots = [{ djId: dj.id, billing: 'support' as const }]
    await expect(desk.as(organizer).saveLineUp({ id, version, slots })).rejects.toMatchObject({
      code: 'CHANGED',
    })
  })

  test('is removed with its host rights when the DJ leaves later', async () => {
    const id = await insertAsked()
    await desk.setsOf(dj).accept({ id })
    await desk.setsOf(dj).leave({ id })
    expect(await publicLineUp(id)).toEqual([])
    expect(await relationsTo(dj, id)).toEqual([])
    expect((await noticesTo(organizer, id)).map(({ kind }) => kind)).toEqual([
      'line_up_accepted',
      'line_up_left',
    ])
    await expect(desk.setsOf(dj).leave({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('stays a request, without a second notification, when the line-up is saved again', async () => {
    const id = await insertAsked()
    const { version } = await desk.as(organizer).get({ id })
    const slots = [{ djId: dj.id, billing: 'support' as const, startClock: '23:30' }]
    await desk.as(organizer).saveLineUp({ id, version, slots })
    expect((await desk.as(organizer).get({ id })).lineUp).toMatchObject([{ isAsked: true }])
    expect(await noticesTo(dj, id)).toHaveLength(1)
  })

  test('is withdrawn with its notification when the organizer removes it', async () => {
    const id = await insertAsked()
    const { version } = await desk.as(organizer).get({ id })
    await desk.as(organizer).saveLineUp({ id, version, slots: [] })
    expect(await noticesTo(dj, id)).toEqual([{ kind: 'line_up_request', settled: true }])
    await expect(desk.setsOf(dj).accept({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a DJ who adds themselves needs no request', async () => {
  const id = await insertDraft(desk, organizer)
  await desk
    .as(organizer)
    .saveLineUp({ id, version: 1, slots: [{ djId: organizer.id, billing: 'headline' }] })
  expect((await desk.as(organizer).get({ id })).lineUp).toMatchObject([{ isAsked: false }])
  expect(await relationsTo(organizer, id)).toEqual(['organizer', 'host'])
})

describe('a confirmed booking', () => {
  async function insertBooking(id: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into bookings (client_id, dj_id, event_date, ends_at, event_type, location, status)
      select ${organizer.id}::uuid, ${dj.id}::uuid, event_date, event_date + interval '2 hours', 'Club Night', 'Leeds', 'confirmed'
      from events where id = ${id} returning id`.execute(desk.db)
    return rows[0]?.id ?? ''
  }
  const bookedEvent = async (bookingId: string) =>
    (await desk.db.selectFrom('bookings').select('event_id').where('id', '=', bookingId).executeTakeFirst())
      ?.event_id

  test('counts as acceptance when the DJ is added by hand', async () => {
    const id = await insertDraft(desk, organizer)
    const bookingId = await insertBooking(id)
    await desk.as(organizer).saveLineUp({ id, version: 1, slots: [{ djId: dj.id, billing: 'support' }] })
    expect((await desk.as(organizer).get({ id })).lineUp).toMatchObject([
      { isAsked: false, bookingId, startClock: '23:00', endClock: '01:00' },
    ])
    expect(await bookedEvent(bookingId)).toBe(id)
    expect(await noticesTo(dj, id)).toEqual([])
  })

  test('answers an open request, and is cancelled before the DJ can leave', async () => {
    const id = await insertAsked()
    const bookingId = await insertBooking(id)
    const { version } = await desk.as(organizer).get({ id })
    await desk.as(organizer).addBooking({ id, bookingId, version })
    expect(await publicLineUp(id)).toEqual([{ name: 'Mara Voss', djId: dj.id }])
    expect(await noticesTo(dj, id)).toEqual([{ kind: 'line_up_request', settled: true }])
    await expect(desk.setsOf(dj).leave({ id })).rejects.toMatchObject({ code: 'NOT_NOW' })
    await sql`update bookings set status = 'cancelled' where id = ${bookingId}`.execute(desk.db)
    await desk.setsOf(dj).leave({ id })
    expect(await publicLineUp(id)).toEqual([])
  })
})
