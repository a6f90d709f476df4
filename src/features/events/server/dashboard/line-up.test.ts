import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { insertDraft, insertMember, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })
const juno = await insertMember(dashboard.db, { name: 'Juno Okafor', isDj: true })
const mara = await insertMember(dashboard.db, { name: 'Mara Voss', isDj: true })

const bill = async (id: string) => (await dashboard.as(ilse).get({ id })).lineUp

describe('saving the line-up', () => {
  test('takes members and names with clock times; the first headliner with an account becomes the host', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).saveLineUp({
      id,
      version: 1,
      slots: [
        { name: 'Paper Cuts', startClock: '23:00', endClock: '01:00', billing: 'headline' },
        { djId: juno.id, startClock: '01:00', endClock: '03:00', billing: 'headline' },
        { djId: mara.id, billing: 'opening' },
      ],
    })
    expect(await bill(id)).toMatchObject([
      { name: 'Paper Cuts', djId: null, billing: 'headline', startsAt: '2026-12-05T23:00:00.000Z' },
      { name: 'Juno Okafor', djId: juno.id, startsAt: '2026-12-06T01:00:00.000Z', endClock: '03:00' },
      { name: 'Mara Voss', billing: 'opening', startsAt: null, startClock: null },
    ])
    expect((await dashboard.as(ilse).get({ id })).host).toBeNull()
    await dashboard.createSetsClient(juno).accept({ id })
    expect((await dashboard.as(ilse).get({ id })).host).toEqual({ id: juno.id, name: 'Juno Okafor' })
    expect((await dashboard.as(juno).listOwn({})).upcoming).toMatchObject([
      { id, relations: ['host'], actions: ['sales'] },
    ])
  })

  test('R-07 a manager, who can’t see sales, can’t make anyone the host', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).addPerson({ id, personId: juno.id, relation: 'manager' })
    const slots = [
      { djId: juno.id, billing: 'headline' as const },
      { djId: mara.id, billing: 'headline' as const },
    ]
    const { version } = await dashboard.as(ilse).get({ id })
    const saved = await dashboard.as(juno).saveLineUp({ id, version, slots })
    expect((await dashboard.as(ilse).get({ id })).host).toBeNull()
    const mine = (await dashboard.as(juno).listOwn({})).upcoming.find((event) => event.id === id)
    expect(mine).toMatchObject({ relations: ['manager'], revenueCents: null })
    // The organizer sets the host, and later saves by others keep it.
    const { version: next } = await dashboard.as(ilse).saveLineUp({ id, version: saved.version, slots })
    await dashboard.createSetsClient(mara).accept({ id })
    await dashboard.as(juno).saveLineUp({ id, version: next, slots })
    expect((await dashboard.as(ilse).get({ id })).host).toMatchObject({ id: juno.id })
    // A host who is off the line-up is removed, and a manager’s save sets no new one.
    const { version: last } = await dashboard.as(ilse).get({ id })
    await dashboard.as(juno).saveLineUp({ id, version: last, slots: slots.slice(1) })
    expect((await dashboard.as(ilse).get({ id })).host).toBeNull()
  })

  test('removes a host who no longer headlines and updates their browser', async () => {
    const id = await insertDraft(dashboard, ilse)
    const { version } = await dashboard
      .as(ilse)
      .saveLineUp({ id, version: 1, slots: [{ djId: juno.id, billing: 'headline' }] })
    await dashboard.createSetsClient(juno).accept({ id })
    dashboard.published.length = 0
    await dashboard.as(ilse).saveLineUp({ id, version, slots: [{ djId: juno.id, billing: 'support' }] })
    expect((await dashboard.as(ilse).get({ id })).host).toBeNull()
    expect(dashboard.published).toContainEqual({ userIds: [juno.id], topics: ['events'] })
  })

  test('refuses a set whose end is not after its start, and warns about odd times', async () => {
    const id = await insertDraft(dashboard, ilse)
    const save = (...slots: [string, string, string][]) =>
      dashboard.as(ilse).saveLineUp({
        id,
        version: 1,
        slots: slots.map(([name, startClock, endClock]) => ({
          name,
          startClock,
          endClock,
          billing: 'support',
        })),
      })
    expect(
      await refusalOf(save(['Paper Cuts', '23:00', '01:00'], ['Tidal', '02:00', '02:00'])),
    ).toMatchObject({
      status: 422,
      data: { fields: [{ path: 'slots.1.endClock', message: 'The set ends before it starts.' }] },
    })
    await save(['Paper Cuts', '23:00', '01:00'], ['Tidal', '00:00', '02:00'], ['Late', '05:00', '08:00'])
    expect((await dashboard.as(ilse).get({ id })).warnings.map(({ text }) => text)).toEqual([
      'Late plays outside the event.',
      'Paper Cuts and Tidal play at the same time.',
    ])
  })

  test('refuses members who can’t be found; existing entries stay', async () => {
    const id = await insertDraft(dashboard, ilse)
    const hidden = await insertMember(dashboard.db, { name: 'Hidden One', isPublic: false })
    const deleted = await insertMember(dashboard.db, { name: 'Tom Reed', role: 'customer' })
    const save = (version: number, djId: string) =>
      dashboard.as(ilse).saveLineUp({ id, version, slots: [{ djId, billing: 'support' }] })
    for (const djId of [hidden.id, deleted.id, newId(), 'nobody'])
      expect(await refusalOf(save(1, djId))).toMatchObject({
        status: 422,
        data: {
          fields: [
            { path: 'slots.0.djId', message: 'This member is no longer available. Choose another member.' },
          ],
        },
      })
    await save(1, mara.id)
    await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${mara.id}::uuid`.execute(
      dashboard.db,
    )
    await save(2, mara.id)
    await sql`update accounts set suspended_until = null where id = ${mara.id}::uuid`.execute(dashboard.db)
    expect(await bill(id)).toHaveLength(1)
  })
})

test('finds members by name from two letters on, without hidden, blocked and suspended people', async () => {
  const id = await insertDraft(dashboard, ilse)
  const find = async (q: string) =>
    (await dashboard.as(ilse).findMembers({ id, q })).members.map(({ name }) => name)
  await insertMember(dashboard.db, { name: 'Ann Juno' })
  const blocked = await insertMember(dashboard.db, { name: 'Juno Blocked' })
  const suspended = await insertMember(dashboard.db, { name: 'Juno Suspended' })
  await insertMember(dashboard.db, { name: 'Juno Hidden', isPublic: false })
  await insertMember(dashboard.db, { name: 'Juno Customer', role: 'customer' })
  await sql`insert into blocks (blocker_id, blocked_id) values (${blocked.id}, ${ilse.id})`.execute(
    dashboard.db,
  )
  await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${suspended.id}::uuid`.execute(
    dashboard.db,
  )
  expect(await find('juno')).toEqual(['Juno Okafor', 'Ann Juno'])
  expect(await find('okaf jun')).toEqual(['Juno Okafor'])
  for (const q of ['', '  ', 'j', 'j o', '%', '_', "' or 1=1", 'juno\u0000x'])
    expect(await find(q), q).toEqual([])
})

describe('adding a confirmed booking', () => {
  async function insertBooking(values: {
    djId: string
    startsAt?: string
    status?: string
    clientId?: string
    currency?: string
  }) {
    const {
      djId,
      startsAt = '2026-12-06T01:00:00Z',
      status = 'confirmed',
      clientId = ilse.id,
      currency = 'USD',
    } = values
    const id = newId()
    await sql`
      insert into bookings (id, client_id, dj_id, event_date, ends_at, event_type, location, status, currency)
      values (${id}, ${clientId}, ${djId}, ${startsAt}, ${startsAt}::timestamptz + interval '2 hours', 'Club Night', 'Leeds', ${status}, ${currency})`.execute(
      dashboard.db,
    )
    return id
  }

  test('lists the organizer’s bookings around the event; each can be added once, to a single line-up', async () => {
    const dj = await insertMember(dashboard.db, { name: 'Booked One', isDj: true })
    const other = await insertMember(dashboard.db, { name: 'Booked Two', isDj: true })
    const bookingId = await insertBooking({ djId: dj.id })
    await insertBooking({ djId: other.id, startsAt: '2026-12-20T01:00:00Z' })
    await insertBooking({ djId: other.id, clientId: mara.id })
    const id = await insertDraft(dashboard, ilse)
    expect(await dashboard.as(ilse).bookings({ id })).toEqual({
      bookings: [
        {
          bookingId,
          djId: dj.id,
          djName: 'Booked One',
          avatarUrl: null,
          eventType: 'Club Night',
          startsAt: '2026-12-06T01:00:00.000Z',
          endsAt: '2026-12-06T03:00:00.000Z',
          isOnBill: false,
        },
      ],
      otherCurrencies: [],
    })
    const { version } = await dashboard.as(ilse).addBooking({ id, bookingId, version: 1 })
    expect(await bill(id)).toMatchObject([
      { name: 'Booked One', startClock: '01:00', endClock: '03:00', billing: 'headline', bookingId },
    ])
    expect(await refusalOf(dashboard.as(ilse).addBooking({ id, bookingId, version }))).toMatchObject({
      code: 'ON_BILL',
    })
    const second = await insertDraft(dashboard, ilse)
    expect((await dashboard.as(ilse).bookings({ id: second })).bookings).toMatchObject([{ isOnBill: true }])
    expect(
      await refusalOf(dashboard.as(ilse).addBooking({ id: second, bookingId, version: 1 })),
    ).toMatchObject({
      code: 'ON_BILL',
    })
    // The link to the booking survives reordering, and the status of a canceled booking is shown.
    const slots = [{ djId: dj.id, startClock: '02:00', endClock: '03:00', billing: 'support' as const }]
    await dashboard.as(ilse).saveLineUp({ id, version, slots })
    expect(await bill(id)).toMatchObject([{ bookingId, startClock: '02:00' }])
    await sql`update bookings set status = 'cancelled' where id = ${bookingId}::uuid`.execute(dashboard.db)
    expect((await dashboard.as(ilse).get({ id })).warnings).toEqual([
      { section: 'lineup', text: 'The booking of Booked One is canceled, so visitors don’t see their set.' },
    ])
  })

  test('names the currencies of bookings that can’t be added', async () => {
    const dj = await insertMember(dashboard.db, { name: 'Booked in euros', isDj: true })
    const id = await insertDraft(dashboard, ilse)
    const bookingId = await insertBooking({ djId: dj.id, currency: 'EUR' })
    await insertBooking({ djId: dj.id, startsAt: '2026-12-20T01:00:00Z', currency: 'JPY' })
    const listed = await dashboard.as(ilse).bookings({ id })
    expect(listed.otherCurrencies).toEqual(['EUR'])
    expect(listed.bookings.map((booking) => booking.bookingId)).not.toContain(bookingId)
    expect(await refusalOf(dashboard.as(ilse).addBooking({ id, bookingId, version: 1 }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    await sql`update bookings set status = 'cancelled' where id = ${bookingId}`.execute(dashboard.db)
  })

  test('adds the times of the booking to an entry without times; concurrent adds make one entry', async () => {
    const dj = await insertMember(dashboard.db, { name: 'Booked Three', isDj: true })
    const id = await insertDraft(dashboard, ilse)
    await dashboard
      .as(ilse)
      .saveLineUp({ id, version: 1, slots: [{ djId: dj.id, billing: 'special_guest' }] })
    const bookingId = await insertBooking({ djId: dj.id })
    const tries = [1, 2].map(() => dashboard.as(ilse).addBooking({ id, bookingId, version: 2 }))
    const results = await Promise.allSettled(tries)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await bill(id)).toMatchObject([{ billing: 'special_guest', startClock: '01:00', bookingId }])
  })

  test.each([
    ['upcoming flat fee', `status = 'confirmed'`, null],
    ['guaranteed fee', `deal = deal || '{"isFeeGuaranteed": true}'`, 'NOT_NOW'],
    ['share', `deal = deal || '{"kind": "percentage", "basisPoints": 5000}'`, 'NOT_NOW'],
    ['played set', `status = 'completed', completed_at = ends_at`, 'NOT_NOW'],
    ['set that has begun', `event_date = '2026-11-21T10:00:00Z'`, 'NOT_NOW'],
    ['canceled booking', `status = 'cancelled', cancelled_cents = 5000`, 'linked'],
  ])('removes an entry of a booking with %s only if no money is at stake', async (name, change, expected) => {
    const dj = await insertMember(dashboard.db, { name: `Booked ${name}`, isDj: true })
    const bookingId = await insertBooking({ djId: dj.id })
    const id = await insertDraft(dashboard, ilse)
    const { version } = await dashboard.as(ilse).addBooking({ id, bookingId, version: 1 })
    await sql`update bookings set ${sql.raw(change)} where id = ${bookingId}`.execute(dashboard.db)
    const save = dashboard.as(ilse).saveLineUp({ id, version, slots: [] })
    if (expected === 'NOT_NOW') expect(await refusalOf(save)).toMatchObject({ code: 'NOT_NOW' })
    else await save
    expect(await bill(id)).toHaveLength(expected === 'NOT_NOW' ? 1 : 0)
    const { rows } = await sql<{ eventId: string | null }>`
      select event_id as "eventId" from bookings where id = ${bookingId}`.execute(dashboard.db)
    expect(rows).toEqual([{ eventId: expected === null ? null : id }])
  })

  test('refuses bookings of others and unconfirmed ones', async () => {
    const dj = await insertMember(dashboard.db, { name: 'Booked Four', isDj: true })
    const id = await insertDraft(dashboard, ilse)
    for (const bookingId of [
      await insertBooking({ djId: dj.id, status: 'pending' }),
      await insertBooking({ djId: dj.id, clientId: mara.id }),
      newId(),
      'x',
    ])
      expect(await refusalOf(dashboard.as(ilse).addBooking({ id, bookingId, version: 1 }))).toMatchObject({
        status: 404,
      })
  })
})
