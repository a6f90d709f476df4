import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import {
  createConfirmedBooking,
  sendRequest,
  createTestBookings,
  DAY,
  type TestBookings,
  insertDj,
  insertMember,
  createRequest,
  createTerms,
} from './testing'

const { db, drop } = await createTestDatabase()
let bookings: TestBookings
let client: Caller
let dj: Caller

beforeEach(async () => {
  bookings = createTestBookings(db)
  client = await insertMember(db)
  dj = await insertDj(db)
})
afterAll(() => drop())

describe('availability', () => {
  // 2026-11-21 10:00 UTC is a Saturday.
  const getDecember = async (caller: Caller | null = null) => {
    const { days } = await bookings.as(caller).availability({ id: dj.id, month: '2026-12' })
    return Object.fromEntries(days.map(({ day, state }) => [day.slice(8), state]))
  }

  test('lists usual days as free from today on, and no other days', async () => {
    expect(await getDecember()).toEqual({
      '04': 'free',
      '05': 'free',
      '11': 'free',
      '12': 'free',
      '18': 'free',
      '19': 'free',
      '25': 'free',
      '26': 'free',
    })
    const november = await bookings.as(null).availability({ id: dj.id, month: '2026-11' })
    expect(november).toMatchObject({ timezone: 'Europe/Berlin', today: '2026-11-21' })
    expect(november.days.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-27', '2026-11-28'])
  })

  test('falls back to the time zone of the city, then UTC', async () => {
    const getZoneAndToday = async () => {
      const { timezone, today } = await bookings.as(null).availability({ id: dj.id, month: '2026-11' })
      return [timezone, today]
    }
    bookings.clock.now = new Date('2026-11-21T16:00:00Z')
    await sql`update profiles set timezone = null, location = 'Tokyo, JP'
      where id = ${dj.id}`.execute(bookings.db)
    expect(await getZoneAndToday()).toEqual(['Asia/Tokyo', '2026-11-22'])
    expect(await bookings.as(dj).calendar({ month: '2026-11' })).toMatchObject({ timezone: 'Asia/Tokyo' })
    await sql`update profiles set location = 'Hill Farm' where id = ${dj.id}`.execute(bookings.db)
    expect(await getZoneAndToday()).toEqual(['UTC', '2026-11-21'])
  })

  test('marks the day of a published event as booked for its DJs, publicly and in their calendar', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into events (title, event_type, event_date, ends_at, timezone, event_status, location, venue_name)
      values ('Low Ceiling', 'club_night', '2026-12-11 22:00Z', '2026-12-12 04:00Z', 'Europe/Berlin', 'published', 'Berlin', 'Cistern')
      returning id`.execute(bookings.db)
    const eventId = rows[0]?.id ?? ''
    const own = () => bookings.as(dj).calendar({ month: '2026-12' })
    // A request to join a line-up is not an agreement.
    await sql`insert into line_up_slots (event_id, requested_id, name)
      values (${eventId}, ${dj.id}, 'Mara')`.execute(bookings.db)
    expect((await getDecember())['11']).toBe('free')
    expect((await own()).freeDays).toContain('2026-12-11')
    await sql`update line_up_slots set dj_id = requested_id, requested_id = null
      where event_id = ${eventId}`.execute(bookings.db)
    expect((await getDecember())['11']).toBe('booked')
    const { freeDays, entries } = await own()
    expect(freeDays).not.toContain('2026-12-11')
    expect(entries).toMatchObject([
      {
        day: '2026-12-11',
        eventId,
        bookingId: null,
        title: 'Low Ceiling',
        detail: 'Cistern, Berlin',
        time: '23:00',
      },
    ])
    await sql`delete from events where id = ${eventId}`.execute(bookings.db)
  })

  test('a request keeps the day free, an offer holds it, acceptance books it, cancellation frees it', async () => {
    const id = await sendRequest(bookings, client, dj, 20)
    expect((await getDecember())['11']).toBe('free')
    await bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, 20) })
    expect((await getDecember())['11']).toBe('held')
    await bookings.as(client).accept({ id, steps: 2 })
    expect((await getDecember())['11']).toBe('booked')
    await bookings.as(client).cancel({ id, steps: 3, reason: 'x' })
    expect((await getDecember())['11']).toBe('free')
  })

  test("no longer holds a day for a DJ's offer after the client's counter-offer", async () => {
    const id = await sendRequest(bookings, client, dj, 20)
    await bookings.as(dj).offer({ id, steps: 1, terms: createTerms(bookings, 20) })
    await bookings.as(client).offer({ id, steps: 2, terms: createTerms(bookings, 21) })
    expect(await getDecember()).toMatchObject({ '11': 'free', '12': 'free' })
    await bookings.as(dj).offer({ id, steps: 3, terms: createTerms(bookings, 21) })
    expect(await getDecember()).toMatchObject({ '11': 'free', '12': 'held' })
  })

  test('assigns an event to the evening on which it starts in its time zone', async () => {
    const more = {
      startsAt: '2026-12-11T23:30:00.000Z',
      endsAt: '2026-12-12T03:00:00.000Z',
      timezone: 'Europe/London',
    }
    const { id } = await bookings.as(client).request(createRequest(bookings, dj.id, 1, more))
    await bookings.as(dj).accept({ id, steps: 1 })
    expect(await getDecember()).toMatchObject({ '11': 'booked', '12': 'free' })
    // 01:00 on Saturday belongs to Friday; 06:00 does not.
    const late = { startsAt: '2026-12-19T00:00:00.000Z', endsAt: '2026-12-19T03:00:00.000Z' }
    const booking = await bookings.as(client).request(createRequest(bookings, dj.id, 1, late))
    await bookings.as(dj).accept({ id: booking.id, steps: 1 })
    expect(await getDecember()).toMatchObject({ '18': 'booked', '19': 'free' })
    const morning = { startsAt: '2026-12-26T05:00:00.000Z', endsAt: '2026-12-26T08:00:00.000Z' }
    const brunch = await bookings.as(client).request(createRequest(bookings, dj.id, 1, morning))
    await bookings.as(dj).accept({ id: brunch.id, steps: 1 })
    expect(await getDecember()).toMatchObject({ '25': 'free', '26': 'booked' })
    const { entries } = await bookings.as(dj).calendar({ month: '2026-12' })
    expect(entries.map(({ day, time }) => [day.slice(8), time])).toEqual([
      ['11', '23:30'],
      ['18', '01:00'],
      ['26', '06:00'],
    ])
  })

  test('shows a hold up to its last day, without the person or the reason', async () => {
    await bookings.as(dj).hold({ day: '2026-12-05', note: 'Ilse Brandt', until: '2026-11-24' })
    await bookings.as(dj).hold({ day: '2026-12-24', note: 'Family' })
    expect(await getDecember()).toMatchObject({ '05': 'held', '24': 'held' })
    const shown = await bookings.as(client).availability({ id: dj.id, month: '2026-12' })
    expect(JSON.stringify(shown)).not.toMatch(/Ilse|Family/)
    bookings.pass(4 * DAY)
    expect(await getDecember()).toMatchObject({ '05': 'free', '24': 'held' })
    await bookings.as(dj).release({ day: '2026-12-24' })
    expect(await getDecember()).not.toHaveProperty('24')
  })

  test('shows the calendar of a hidden page only to the DJ and to people with a booking', async () => {
    await sendRequest(bookings, client, dj, 20)
    await sql`update profiles set is_public = false where id = ${dj.id}`.execute(db)
    const stranger = await insertMember(db)
    for (const caller of [null, stranger])
      await expect(getDecember(caller)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'DJ not found' })
    for (const caller of [dj, client]) expect(await getDecember(caller)).toHaveProperty('11')
  })

  test('a published event books the day of its host and line-up, a draft does not', async () => {
    const announce = async (day: string, state: string, isHost: boolean) => {
      const event = await db
        .insertInto('events')
        .values({
          title: 'Low Ceiling',
          event_type: 'club_night',
          event_date: `2026-12-${day}T20:00:00Z`,
          timezone: 'Europe/Berlin',
          event_status: state,
          location: 'Berlin',
          venue_name: 'The Cistern',
          dj_id: isHost ? dj.id : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (isHost) return
      const starts_at = `2026-12-${Number(day) + 1}T01:00:00Z`
      await db
        .insertInto('line_up_slots')
        .values({ event_id: event.id, dj_id: dj.id, name: 'Someone', starts_at })
        .execute()
    }
    await announce('04', 'published', true)
    await announce('11', 'published', false)
    await announce('18', 'draft', true)
    expect(await getDecember()).toMatchObject({ '04': 'booked', '11': 'booked', '18': 'free' })
  })

  test('leaves held and booked days out of the nearest free days', async () => {
    await createConfirmedBooking(bookings, client, dj, 27) // Friday 18 December
    await bookings.as(dj).hold({ day: '2026-12-19' })
    const findNear = (day: string) => bookings.as(client).nearestFreeDays({ id: dj.id, day })
    expect(await findNear('2026-12-18')).toEqual({ days: ['2026-12-11', '2026-12-12', '2026-12-25'] })
    expect((await findNear('2026-01-01')).days[0]).toBe('2026-11-21')
    expect((await findNear('2100-12-31')).days).toHaveLength(3)
  })

  test('refuses a month after 2099, the last supported year', async () => {
    await expect(bookings.as(null).availability({ id: dj.id, month: '2101-01' })).rejects.toMatchObject({
      status: 400,
    })
    expect((await bookings.as(null).availability({ id: dj.id, month: '2099-12' })).days).not.toEqual([])
  })

  test('treats every day without an entry as free for a DJ without usual days', async () => {
    const any = await insertDj(db, { days: [] })
    const { days } = await bookings.as(client).nearestFreeDays({ id: any.id, day: '2026-12-16' })
    expect(days).toEqual(['2026-12-15', '2026-12-16', '2026-12-17'])
    // The requested hour may already be over today, so today is only returned when it was requested.
    const find = async (day: string) => (await bookings.as(client).nearestFreeDays({ id: any.id, day })).days
    const [today = ''] = await find('2026-01-01')
    const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
    const tomorrow = new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10)
    expect(await find(today)).toContain(today)
    expect(await find(tomorrow)).not.toContain(today)
    expect((await bookings.as(null).availability({ id: any.id, month: '2026-12' })).days).toEqual([])
  })
})

describe("the caller's own calendar", () => {
  test('lists bookings as client and as DJ, holds and free days', async () => {
    const played = await createConfirmedBooking(bookings, client, dj, 20)
    const open = await sendRequest(bookings, client, dj, 27)
    await bookings.as(dj).hold({ day: '2026-12-05', note: 'Ilse Brandt', until: '2026-11-24' })
    const month = await bookings.as(dj).calendar({ month: '2026-12' })
    expect(month.entries).toEqual([
      {
        day: '2026-12-05',
        state: 'held',
        bookingId: null,
        eventId: null,
        title: 'Ilse Brandt',
        detail: 'until Tue 24 Nov',
        time: null,
        awaitsYou: false,
        until: '2026-11-24',
      },
      {
        day: '2026-12-11',
        state: 'confirmed',
        bookingId: played,
        eventId: null,
        title: 'Club Night',
        detail: 'The Cistern, Berlin',
        time: '11:00',
        awaitsYou: false,
        until: null,
      },
      {
        day: '2026-12-18',
        state: 'pending',
        bookingId: open,
        eventId: null,
        title: 'Club Night',
        detail: 'The Cistern, Berlin',
        time: '11:00',
        awaitsYou: true,
        until: null,
      },
    ])
    expect(month.freeDays).toEqual(['2026-12-04', '2026-12-12', '2026-12-19', '2026-12-25', '2026-12-26'])
    const asClient = await bookings.as(client).calendar({ month: '2026-12' })
    expect(asClient.entries.map(({ bookingId, awaitsYou }) => [bookingId, awaitsYou])).toEqual([
      [played, false],
      [open, false],
    ])
    expect(asClient.freeDays).toEqual([])
  })

  test('lists an event at the end of a month in one month only', async () => {
    const more = { startsAt: '2026-12-31T22:30:00.000Z', endsAt: '2027-01-01T01:30:00.000Z' }
    await bookings.as(client).request(createRequest(bookings, dj.id, 1, more))
    expect((await bookings.as(dj).calendar({ month: '2026-12' })).entries).toMatchObject([
      { day: '2026-12-31', time: '23:30' },
    ])
    expect((await bookings.as(dj).calendar({ month: '2027-01' })).entries).toEqual([])
  })

  test('refuses to hold past days and days too far ahead', async () => {
    const hold = (input: { day: string; until?: string }) => bookings.as(dj).hold(input)
    await expect(hold({ day: '2026-11-20' })).rejects.toMatchObject({
      code: 'BAD_TERMS',
      data: { field: 'day' },
    })
    await expect(hold({ day: '2028-11-21' })).rejects.toMatchObject({
      code: 'BAD_TERMS',
      data: { field: 'day' },
    })
    await expect(hold({ day: '2026-12-01', until: '2026-11-20' })).rejects.toMatchObject({
      code: 'BAD_TERMS',
      data: { field: 'until' },
    })
    await hold({ day: '2026-11-21' })
    await hold({ day: '2026-11-21' })
    expect((await bookings.as(dj).calendar({ month: '2026-11' })).entries).toHaveLength(1)
  })
})
