import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { findEvent } from '../get-event'
import { insertDraft, insertMember, type Member, openTestDashboard } from '../dashboard/testing'

const dashboard = await openTestDashboard()
let [organizer, manager, dj] = [] as unknown as [Member, Member, Member]
beforeEach(async () => {
  const make = (name: string) => insertMember(dashboard.db, { name })
  ;[organizer, manager, dj] = await Promise.all([make('Ilse'), make('Juno'), make('Mara Voss')])
})

/** Inserts a published event of the organizer with only the DJ on its line-up, added by `by`. */
async function insertRequestedSlot(
  by: () => Member = () => organizer,
  billing: 'headline' | 'support' = 'headline',
) {
  const id = await insertDraft(dashboard, organizer)
  await dashboard.as(organizer).addPerson({ id, personId: manager.id, relation: 'manager' })
  const { version } = await dashboard.as(organizer).get({ id })
  await dashboard.as(by()).saveLineUp({ id, version, slots: [{ djId: dj.id, billing }] })
  await sql`update events set event_status = 'published' where id = ${id}`.execute(dashboard.db)
  return id
}

const listNotifications = async ({ id }: Member, subject: string) =>
  (
    await sql<{ kind: string; settled: boolean }>`
      select kind, settled_at is not null as settled from notifications where user_id = ${id} and subject_id = ${subject} order by id`.execute(
      dashboard.db,
    )
  ).rows
const getPublicLineUp = async (id: string) =>
  (await findEvent(dashboard.createContext(null), id, dashboard.clock.now))?.lineUp.map(({ name, djId }) => ({
    name,
    djId,
  }))
const listRelations = async (member: Member, id: string) =>
  (await dashboard.as(member).listOwn({})).upcoming.find((event) => event.id === id)?.relations ?? []

describe('a line-up entry for a member', () => {
  test('an entry for a member is a request: the name is shown without link, host rights or team access', async () => {
    const id = await insertRequestedSlot()
    expect(await getPublicLineUp(id)).toEqual([{ name: 'Mara Voss', djId: null }])
    expect(await listRelations(dj, id)).toEqual([])
    expect(await listNotifications(dj, id)).toEqual([{ kind: 'line_up_request', settled: false }])
    expect((await dashboard.as(organizer).get({ id })).lineUp).toMatchObject([
      { djId: dj.id, isPending: true },
    ])
    const { sets } = await dashboard.createSetsClient(dj).listOwn()
    expect(sets).toMatchObject([{ id, isPending: true, requestedBy: 'Ilse', timezone: 'Europe/London' }])
  })

  test('an accepted entry is linked, and the organizer is notified once', async () => {
    const id = await insertRequestedSlot()
    await dashboard.createSetsClient(dj).accept({ id })
    await dashboard.createSetsClient(dj).accept({ id })
    expect(await getPublicLineUp(id)).toEqual([{ name: 'Mara Voss', djId: dj.id }])
    expect(await listRelations(dj, id)).toEqual(['host'])
    expect(await listNotifications(dj, id)).toEqual([{ kind: 'line_up_request', settled: true }])
    expect(await listNotifications(organizer, id)).toEqual([{ kind: 'line_up_accepted', settled: false }])
    expect((await dashboard.createSetsClient(dj).listOwn()).sets).toMatchObject([{ id, isPending: false }])
  })

  test('an accepted entry from a manager grants no host rights, and manager and organizer are notified', async () => {
    const id = await insertRequestedSlot(() => manager)
    await dashboard.createSetsClient(dj).accept({ id })
    expect(await listRelations(dj, id)).toEqual([])
    for (const member of [organizer, manager])
      expect((await listNotifications(member, id)).map(({ kind }) => kind)).toContain('line_up_accepted')
  })

  test('a declined entry is removed, and an outdated editor is refused', async () => {
    const id = await insertRequestedSlot()
    const { version } = await dashboard.as(organizer).get({ id })
    await dashboard.createSetsClient(dj).leave({ id })
    expect(await getPublicLineUp(id)).toEqual([])
    expect((await listNotifications(organizer, id)).map(({ kind }) => kind)).toEqual(['line_up_declined'])
    const slots = [{ djId: dj.id, billing: 'support' as const }]
    await expect(dashboard.as(organizer).saveLineUp({ id, version, slots })).rejects.toMatchObject({
      code: 'CHANGED',
    })
  })

  test('a DJ who leaves later loses the entry and its host rights', async () => {
    const id = await insertRequestedSlot()
    await dashboard.createSetsClient(dj).accept({ id })
    await dashboard.createSetsClient(dj).leave({ id })
    expect(await getPublicLineUp(id)).toEqual([])
    expect(await listRelations(dj, id)).toEqual([])
    expect((await listNotifications(organizer, id)).map(({ kind }) => kind)).toEqual([
      'line_up_accepted',
      'line_up_left',
    ])
    await expect(dashboard.createSetsClient(dj).leave({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('saving the line-up again keeps a request, without a second notification', async () => {
    const id = await insertRequestedSlot()
    const { version } = await dashboard.as(organizer).get({ id })
    const slots = [{ djId: dj.id, billing: 'support' as const, startClock: '23:30' }]
    await dashboard.as(organizer).saveLineUp({ id, version, slots })
    expect((await dashboard.as(organizer).get({ id })).lineUp).toMatchObject([{ isPending: true }])
    expect(await listNotifications(dj, id)).toHaveLength(1)
  })

  test('removing an entry withdraws its request and notification', async () => {
    const id = await insertRequestedSlot()
    const { version } = await dashboard.as(organizer).get({ id })
    await dashboard.as(organizer).saveLineUp({ id, version, slots: [] })
    expect(await listNotifications(dj, id)).toEqual([{ kind: 'line_up_request', settled: true }])
    await expect(dashboard.createSetsClient(dj).accept({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a DJ who adds themselves to a line-up needs no request', async () => {
  const id = await insertDraft(dashboard, organizer)
  await dashboard
    .as(organizer)
    .saveLineUp({ id, version: 1, slots: [{ djId: organizer.id, billing: 'headline' }] })
  expect((await dashboard.as(organizer).get({ id })).lineUp).toMatchObject([{ isPending: false }])
  expect(await listRelations(organizer, id)).toEqual(['organizer', 'host'])
})

describe('a confirmed booking', () => {
  async function insertBooking(id: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into bookings (client_id, dj_id, event_date, ends_at, event_type, location, status)
      select ${organizer.id}::uuid, ${dj.id}::uuid, event_date, event_date + interval '2 hours', 'Club Night', 'Leeds', 'confirmed'
      from events where id = ${id} returning id`.execute(dashboard.db)
    return rows[0]?.id ?? ''
  }
  const insertBookedEvent = async (bookingId: string) =>
    (
      await dashboard.db
        .selectFrom('bookings')
        .select('event_id')
        .where('id', '=', bookingId)
        .executeTakeFirst()
    )?.event_id

  test('a confirmed booking counts as acceptance when the DJ is added by hand', async () => {
    const id = await insertDraft(dashboard, organizer)
    const bookingId = await insertBooking(id)
    await dashboard.as(organizer).saveLineUp({ id, version: 1, slots: [{ djId: dj.id, billing: 'support' }] })
    expect((await dashboard.as(organizer).get({ id })).lineUp).toMatchObject([
      { isPending: false, bookingId, startClock: '23:00', endClock: '01:00' },
    ])
    expect(await insertBookedEvent(bookingId)).toBe(id)
    expect(await listNotifications(dj, id)).toEqual([])
  })

  test('a confirmed booking answers an open request, and must be cancelled before the DJ can leave', async () => {
    const id = await insertRequestedSlot()
    const bookingId = await insertBooking(id)
    const { version } = await dashboard.as(organizer).get({ id })
    await dashboard.as(organizer).addBooking({ id, bookingId, version })
    expect(await getPublicLineUp(id)).toEqual([{ name: 'Mara Voss', djId: dj.id }])
    expect(await listNotifications(dj, id)).toEqual([{ kind: 'line_up_request', settled: true }])
    await expect(dashboard.createSetsClient(dj).leave({ id })).rejects.toMatchObject({ code: 'NOT_NOW' })
    await sql`update bookings set status = 'cancelled' where id = ${bookingId}`.execute(dashboard.db)
    await dashboard.createSetsClient(dj).leave({ id })
    expect(await getPublicLineUp(id)).toEqual([])
  })
})
