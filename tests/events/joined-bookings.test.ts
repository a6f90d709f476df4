import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonId } from '~demo/people'
import { untilBlocked } from '../support/lock-waits'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'

const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

// Jonas organizes the events and books the DJ, Mara.
const cookies = { jonas: '', mara: '' }
beforeAll(async () => {
  cookies.jonas = await signIn('jonas')
  cookies.mara = await signIn('mara')
})

async function send(who: keyof typeof cookies, method: string, path: string, body?: object) {
  const response = await fetch(`${address}/api/v1/${path}`, {
    method,
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      cookie: cookies[who],
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text || '{}') }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
let count = 0

/** Creates an event of Jonas at noon UTC on its own day, with Mara’s confirmed booking from 13:00 to 15:00. */
async function insertBooked() {
  count += 1
  const startsAt = new Date(new Date().setUTCHours(12, 0, 0, 0) + (400 + 10 * count) * DAY)
  const [eventId, bookingId] = [newId(), newId()]
  await sql`
    insert into events (id, title, event_type, event_date, ends_at, timezone, event_status, location, venue_name, organizer_id)
    values (${eventId}, 'Booked', 'club_night', ${startsAt}, ${new Date(startsAt.getTime() + 8 * HOUR)}, 'UTC', 'published', 'Leeds',
      'Carriage Works', ${getPersonId('jonas')})`.execute(db)
  await insertBooking(bookingId, startsAt)
  const joined = await send('jonas', 'POST', `me/events/${eventId}/bookings/${bookingId}`, { version: 1 })
  expect(joined.status).toBe(200)
  return { eventId, bookingId, startsAt, version: 2 }
}

async function insertBooking(id: string, startsAt: Date): Promise<void> {
  await sql`
    insert into bookings (id, client_id, dj_id, event_date, ends_at, timezone, event_type, location, status)
    values (${id}, ${getPersonId('jonas')}, ${getPersonId('mara')}, ${new Date(startsAt.getTime() + HOUR)},
      ${new Date(startsAt.getTime() + 3 * HOUR)}, 'UTC', 'Club Night', 'Leeds', 'confirmed')`.execute(db)
  await sql`insert into booking_steps (booking_id, position, kind, actor_id) values (${id}, 1, 'request', ${getPersonId('jonas')})`.execute(
    db,
  )
}

const bookingOf = (id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const notificationsOf = async (id: string) =>
  (
    await sql<{ kind: string }>`
      select kind from notifications where subject_id = ${id} and user_id = ${getPersonId('mara')} order by id`.execute(
      db,
    )
  ).rows.map(({ kind }) => kind)
const reason = 'The roof leaks.'

describe('joining', () => {
  test('adding a booking to the line-up links event and booking to each other', async () => {
    const { eventId, bookingId } = await insertBooked()
    const seen = await send('mara', 'GET', `bookings/${bookingId}`)
    expect(seen.body.event).toMatchObject({ id: eventId, title: 'Booked', canEdit: false, hasPage: true })
    expect((await send('jonas', 'GET', `bookings/${bookingId}`)).body.event).toMatchObject({ canEdit: true })
    const draft = await send('jonas', 'GET', `me/events/${eventId}`)
    expect(draft.body.lineUp).toMatchObject([{ bookingId, bookingStatus: 'confirmed' }])
  })

  test('a booking keeps the time zone of its event, even after changes and counter-offers', async () => {
    const { eventId, bookingId, version, startsAt } = await insertBooked()
    const save = (at: number, timezone: string) =>
      send('jonas', 'PATCH', `me/events/${eventId}`, { version: at, changes: { timezone } })
    expect((await save(version, 'Europe/London')).status).toBe(200)
    expect((await bookingOf(bookingId)).timezone).toBe('Europe/London')
    const date = dayOf(new Date(startsAt.getTime() + 2 * DAY))
    const postponed = await send('jonas', 'POST', `events/${eventId}/postpone`, {
      version: version + 1,
      statusMessage: reason,
      date,
    })
    expect(postponed.status).toBe(200)
    // The DJ lives elsewhere and sends their own time zone.
    const { terms, steps } = (await send('mara', 'GET', `bookings/${bookingId}`)).body
    const offered = await send('mara', 'POST', `bookings/${bookingId}/offers`, {
      steps,
      terms: { ...terms, timezone: 'Asia/Tokyo', feeCents: 90_000 },
    })
    expect(offered.status).toBe(200)
    expect(offered.body.terms).toMatchObject({ timezone: 'Europe/London', startsAt: terms.startsAt })
    expect(offered.body.trail.at(-1).terms).toMatchObject({ timezone: 'Europe/London' })
  })

  test('a booking takes the time zone of the event to which it is added', async () => {
    const { eventId, bookingId, version, startsAt } = await insertBooked()
    await sql`update events set timezone = 'Asia/Tokyo' where id = ${eventId}`.execute(db)
    await send('jonas', 'PUT', `me/events/${eventId}/line-up`, { version, slots: [] })
    const slots = [{ djId: getPersonId('mara'), billing: 'headline' }]
    await send('jonas', 'PUT', `me/events/${eventId}/line-up`, { version: version + 1, slots })
    expect(await bookingOf(bookingId)).toMatchObject({
      event_id: eventId,
      timezone: 'Asia/Tokyo',
      event_date: new Date(startsAt.getTime() + HOUR),
    })
    await send('jonas', 'PUT', `me/events/${eventId}/line-up`, { version: version + 2, slots: [] })
    await sql`update bookings set timezone = 'UTC' where id = ${bookingId}`.execute(db)
    await send('jonas', 'POST', `me/events/${eventId}/bookings/${bookingId}`, { version: version + 3 })
    expect(await bookingOf(bookingId)).toMatchObject({ event_id: eventId, timezone: 'Asia/Tokyo' })
  })

  test.each([
    ['added from the list of bookings', 'POST'],
    ['found while the line-up is saved', 'PUT'],
  ])('a booking that is canceled at the same moment is not added to the event: %s', async (_how, method) => {
    const { eventId, bookingId, version } = await insertBooked()
    await send('jonas', 'PUT', `me/events/${eventId}/line-up`, { version, slots: [] })
    const path = `me/events/${eventId}/${method === 'POST' ? `bookings/${bookingId}` : 'line-up'}`
    const slots = [{ djId: getPersonId('mara'), billing: 'headline' }]
    const join = await db.transaction().execute(async (trx) => {
      await sql`update bookings set status = 'cancelled' where id = ${bookingId}`.execute(trx)
      const joining = send('jonas', method, path, {
        version: version + 1,
        ...(method === 'PUT' && { slots }),
      })
      await untilBlocked(db)
      return { joining }
    })
    expect((await join.joining).status).toBe(method === 'POST' ? 404 : 200)
    expect(await bookingOf(bookingId)).toMatchObject({ status: 'cancelled', event_id: null })
  })

  test('removing a line-up entry removes its booking from the event', async () => {
    const { eventId, bookingId, version } = await insertBooked()
    const saved = await send('jonas', 'PUT', `me/events/${eventId}/line-up`, { version, slots: [] })
    expect(saved.status).toBe(200)
    expect((await bookingOf(bookingId)).event_id).toBeNull()
  })
})

describe('a DJ who ends a joined booking', () => {
  const lineUpOf = async (eventId: string) =>
    (await send('jonas', 'GET', `me/events/${eventId}`)).body.lineUp as unknown[]
  const lineUpLeftNotifications = async (eventId: string) =>
    (
      await sql`select from notifications where subject_id = ${eventId} and kind = 'line_up_left'
        and user_id = ${getPersonId('jonas')} and actor_id = ${getPersonId('mara')}`.execute(db)
    ).rows.length

  test('cancelling a booking removes the DJ from the line-up and notifies the organizer', async () => {
    const { eventId, bookingId, version } = await insertBooked()
    expect(await lineUpOf(eventId)).toHaveLength(1)
    const { steps } = await bookingOf(bookingId)
    expect((await send('mara', 'POST', `bookings/${bookingId}/cancel`, { steps, reason })).status).toBe(200)
    expect(await lineUpOf(eventId)).toEqual([])
    expect(await lineUpLeftNotifications(eventId)).toBe(1)
    const { body } = await send('jonas', 'GET', `me/events/${eventId}`)
    expect(body.version).toBe(version + 1)
  })

  test('declining the new date of the event removes the DJ from the line-up', async () => {
    const { eventId, bookingId, version, startsAt } = await insertBooked()
    const change = { version, statusMessage: reason, date: dayOf(new Date(startsAt.getTime() + 2 * DAY)) }
    const moved = await send('jonas', 'POST', `events/${eventId}/postpone`, change)
    expect(moved.status).toBe(200)
    const { steps } = await bookingOf(bookingId)
    expect((await send('mara', 'POST', `bookings/${bookingId}/decline`, { steps })).status).toBe(200)
    expect(await lineUpOf(eventId)).toEqual([])
    expect(await lineUpLeftNotifications(eventId)).toBe(1)
  })

  test('the DJ stays on the line-up in the editor when the organizer cancels the booking, or when the event is over', async () => {
    const cancelled = await insertBooked()
    const { steps } = await bookingOf(cancelled.bookingId)
    const path = `bookings/${cancelled.bookingId}/cancel`
    expect((await send('jonas', 'POST', path, { steps, reason })).status).toBe(200)
    expect(await lineUpOf(cancelled.eventId)).toMatchObject([{ bookingStatus: 'cancelled' }])

    const over = await insertBooked()
    await sql`update events set event_date = now() - interval '9 hours', ends_at = now() - interval '1 hour'
      where id = ${over.eventId}`.execute(db)
    const booking = await bookingOf(over.bookingId)
    const answer = await send('mara', 'POST', `bookings/${over.bookingId}/cancel`, {
      steps: booking.steps,
      reason,
    })
    expect(answer.status).toBe(200)
    expect(await lineUpOf(over.eventId)).toHaveLength(1)
    expect(await lineUpLeftNotifications(over.eventId)).toBe(0)
  })
})

describe('cancelling the event', () => {
  const cancel = (eventId: string, version: number, bookings?: object[]) =>
    send('jonas', 'POST', `events/${eventId}/cancel`, {
      version,
      statusMessage: reason,
      password: DEMO_PASSWORD,
      ...(bookings && { bookings }),
    })

  test('canceling an event cancels its bookings with the same reason and notifies the DJs', async () => {
    const { eventId, bookingId, version } = await insertBooked()
    const impact = await send('jonas', 'GET', `events/${eventId}/impact`)
    expect(impact.body.bookings).toMatchObject([{ id: bookingId, djName: 'Mara Voss', status: 'confirmed' }])
    expect((await cancel(eventId, version)).status).toBe(200)
    expect(await bookingOf(bookingId)).toMatchObject({
      status: 'cancelled',
      cancel_reason: reason,
      cancelled_by: getPersonId('jonas'),
      steps: 2,
    })
    expect(await notificationsOf(bookingId)).toEqual(['booking_cancelled'])
  })

  test('canceling an event keeps a booking if the organizer chooses to', async () => {
    const { eventId, bookingId, version } = await insertBooked()
    expect((await cancel(eventId, version, [{ id: bookingId, outcome: 'keep' }])).status).toBe(200)
    expect(await bookingOf(bookingId)).toMatchObject({ status: 'confirmed', steps: 1 })
  })

  test('canceling an event leaves bookings of other clients and other events unchanged', async () => {
    const { eventId, bookingId, version } = await insertBooked()
    const other = await insertBooked()
    await sql`update bookings set client_id = ${getPersonId('sofia')} where id = ${bookingId}`.execute(db)
    expect((await cancel(eventId, version, [{ id: other.bookingId, outcome: 'cancel' }])).status).toBe(200)
    expect((await bookingOf(bookingId)).status).toBe('confirmed')
    expect((await bookingOf(other.bookingId)).status).toBe('confirmed')
  })
})

describe('moving the event', () => {
  const postpone = (eventId: string, version: number, more: object) =>
    send('jonas', 'POST', `events/${eventId}/postpone`, { version, statusMessage: reason, ...more })

  test('moving an event asks its DJs to agree to the new date, with their sets moved along', async () => {
    const { eventId, bookingId, version, startsAt } = await insertBooked()
    const next = new Date(startsAt.getTime() + DAY)
    expect((await postpone(eventId, version, { date: dayOf(next) })).status).toBe(200)
    expect(await bookingOf(bookingId)).toMatchObject({
      status: 'pending',
      awaiting_id: getPersonId('mara'),
      event_date: new Date(next.getTime() + HOUR),
      ends_at: new Date(next.getTime() + 3 * HOUR),
    })
    expect(await notificationsOf(bookingId)).toEqual(['booking_offer'])
    const seen = await send('mara', 'GET', `bookings/${bookingId}`)
    expect(seen.body.trail.at(-1)).toMatchObject({ kind: 'offer', message: reason })
    expect((await send('mara', 'POST', `bookings/${bookingId}/accept`, { steps: 2 })).status).toBe(200)
    expect((await bookingOf(bookingId)).status).toBe('confirmed')
  })

  test('a DJ who is booked on the new date cannot agree to it', async () => {
    const { eventId, bookingId, version, startsAt } = await insertBooked()
    const next = new Date(startsAt.getTime() + DAY)
    await insertBooking(newId(), next)
    expect((await postpone(eventId, version, { date: dayOf(next) })).status).toBe(200)
    const answer = await send('mara', 'POST', `bookings/${bookingId}/accept`, { steps: 2 })
    expect([answer.status, answer.body.code]).toEqual([409, 'TAKEN'])
  })

  test('a booking stays while the event has no date, and the DJ is asked when the date is set', async () => {
    const { eventId, bookingId, version, startsAt } = await insertBooked()
    expect((await postpone(eventId, version, {})).status).toBe(200)
    expect((await bookingOf(bookingId)).status).toBe('confirmed')
    const date = dayOf(new Date(startsAt.getTime() + DAY))
    expect((await send('jonas', 'POST', `events/${eventId}/date`, { version: 3, date })).status).toBe(200)
    expect((await bookingOf(bookingId)).status).toBe('pending')
  })

  test('a move that is refused changes no booking', async () => {
    const { eventId, bookingId, version, startsAt } = await insertBooked()
    const refused = await postpone(eventId, version, {
      date: dayOf(startsAt),
      bookings: [{ id: bookingId, outcome: 'cancel' }],
    })
    expect(refused.status).toBe(422)
    expect((await bookingOf(bookingId)).status).toBe('confirmed')
  })
})

test('a confirmed booking becomes pending only when its date changes', async () => {
  const { bookingId } = await insertBooked()
  await expect(
    sql`update bookings set status = 'pending' where id = ${bookingId}`.execute(db),
  ).rejects.toThrow('cannot become pending')
})
