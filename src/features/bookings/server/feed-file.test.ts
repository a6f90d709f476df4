import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import { readFeedToken, writeFeedToken } from './feed-token'
import {
  createConfirmedBooking,
  sendRequest,
  createTestBookings,
  DAY,
  type TestBookings,
  insertDj,
  insertMember,
  createRequest,
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

async function getToken(person: Caller): Promise<string> {
  const { url } = await bookings.as(person).renewFeed()
  return /^https:\/\/b2b\.example\/feeds\/([\w-]+)\.ics$/.exec(url ?? '')?.[1] ?? ''
}
async function read(person: Caller): Promise<{ text: string; changedAt: string }> {
  return bookings.as(null).feedFile({ token: await getToken(person) })
}

/** Parses strictly by RFC 5545: line endings, folding at 75 octets, known properties with known values. */
function parseStrictly(text: string): ICAL.Event[] {
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text.endsWith('END:VCALENDAR') || text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy()
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT15M')
  const events = calendar.getAllSubcomponents('vevent')
  for (const event of events) {
    for (const name of ['uid', 'dtstamp', 'dtstart', 'dtend', 'summary', 'status', 'sequence', 'url'])
      expect(event.getAllProperties(name), name).toHaveLength(1)
    expect(event.getFirstPropertyValue('dtstamp')).toMatchObject({ isDate: false, zone: { tzid: 'UTC' } })
    expect(['TENTATIVE', 'CONFIRMED', 'CANCELLED']).toContain(event.getFirstPropertyValue('status'))
  }
  expect(calendar.getAllSubcomponents()).toHaveLength(events.length)
  return events.map((event) => new ICAL.Event(event, { strictExceptions: true }))
}
const getProperty = (event: ICAL.Event | undefined, name: string) =>
  event?.component.getFirstPropertyValue(name)

describe('content', () => {
  test('lists bookings of each status and holds under stable ids', async () => {
    const pending = await sendRequest(bookings, client, dj, 3)
    const confirmed = await createConfirmedBooking(bookings, client, dj, 5)
    const off = await createConfirmedBooking(bookings, client, dj, 7)
    await bookings.as(dj).cancel({ id: off, steps: 2, reason: 'Ill' })
    await bookings.as(dj).hold({ day: '2026-12-24', note: 'Family' })
    const events = parseStrictly((await read(dj)).text)
    expect(events.map((event) => [event.uid, getProperty(event, 'status'), event.sequence])).toEqual([
      [`booking-${pending}@b2b.example`, 'TENTATIVE', 1],
      [`booking-${confirmed}@b2b.example`, 'CONFIRMED', 2],
      [`booking-${off}@b2b.example`, 'CANCELLED', 3],
      [expect.stringMatching(/^hold-[\w-]+@b2b\.example$/), 'TENTATIVE', 0],
    ])
    const [, booked] = events
    expect(booked?.startDate.toJSDate().toISOString()).toBe('2026-11-26T10:00:00.000Z')
    expect(booked?.endDate.toJSDate().toISOString()).toBe('2026-11-26T13:00:00.000Z')
    expect(booked?.location).toBe('The Cistern, Berlin')
    expect(booked?.description).toMatch(/^Agreed for Jonas Wirth\. BK-/)
    const hold = events.at(-1)
    expect(hold?.startDate.toString()).toBe('2026-12-24')
    expect(hold?.endDate.toString()).toBe('2026-12-25')
    expect(hold?.summary).toBe('On hold: Family')
  })

  test('shows both sides the same title and no amounts', async () => {
    const id = await createConfirmedBooking(bookings, client, dj, 5)
    for (const person of [client, dj]) {
      const { text } = await read(person)
      expect(parseStrictly(text).map((event) => event.uid)).toEqual([`booking-${id}@b2b.example`])
      // Ids are removed, because they can contain the amounts that the test searches for.
      expect(text.replaceAll(id, '')).not.toMatch(/1,?200|FEE/i)
    }
  })

  test('the file of one booking contains only its event, for both sides', async () => {
    const id = await createConfirmedBooking(bookings, client, dj, 5)
    await createConfirmedBooking(bookings, client, dj, 9)
    for (const person of [client, dj]) {
      const { text } = await bookings.as(person).calendarFile({ id })
      expect(parseStrictly(text).map((event) => event.uid)).toEqual([`booking-${id}@b2b.example`])
    }
    const stranger = await insertMember(db)
    await expect(bookings.as(stranger).calendarFile({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(bookings.as(client).calendarFile({ id: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('unchanged bookings give the same bytes; a step raises the sequence number', async () => {
    const id = await createConfirmedBooking(bookings, client, dj, 5)
    const token = await getToken(dj)
    const first = await bookings.as(null).feedFile({ token })
    expect(first.text).toContain('NAME:Slipped Halves')
    bookings.pass(60_000)
    expect(await bookings.as(null).feedFile({ token })).toEqual(first)
    await bookings.as(dj).cancel({ id, steps: 2, reason: 'x' })
    const second = await bookings.as(null).feedFile({ token })
    expect(parseStrictly(second.text)[0]?.sequence).toBe(3)
    expect(second.changedAt > first.changedAt).toBe(true)
  })

  test('lists a cancelled booking for 90 days, and a held day until the hold ends', async () => {
    const id = await createConfirmedBooking(bookings, client, dj, 100)
    await bookings.as(dj).cancel({ id, steps: 2, reason: 'x' })
    await bookings.as(dj).hold({ day: '2027-02-01', until: '2026-11-24' })
    expect(parseStrictly((await read(dj)).text)).toHaveLength(2)
    bookings.pass(5 * DAY)
    expect(parseStrictly((await read(dj)).text)).toHaveLength(1)
    bookings.pass(86 * DAY)
    expect(parseStrictly((await read(dj)).text)).toHaveLength(0)
  })

  test('escapes text so that it cannot add lines or properties', async () => {
    const evil = 'Night\r\nEND:VEVENT\r\nBEGIN:VALARM\u2028;X="1",\\n\u0007\u202E'
    const more = { eventType: evil.slice(0, 60), location: `${evil} ${'Ünï 🪩 '.repeat(12)}` }
    await bookings.as(client).request(createRequest(bookings, dj.id, 4, more))
    await sql`update bookings set event_type = ${evil}, location = ${evil} where dj_id = ${dj.id}`.execute(db)
    await sql`update profiles set full_name = ${evil} where id = ${client.id}`.execute(db)
    await bookings.as(dj).hold({ day: '2026-12-24' })
    await sql`update calendar_holds set note = ${evil} where dj_id = ${dj.id}`.execute(db)
    const { text } = await read(dj)
    const events = parseStrictly(text)
    expect(events).toHaveLength(2)
    expect(text.split('\r\n')).not.toContain('BEGIN:VALARM')
    for (const event of events) {
      expect(event.component.getAllSubcomponents()).toEqual([])
      expect(event.summary).toContain('Night END:VEVENT BEGIN:VALARM ;X="1",\\n')
    }
  })

  test('folds long lines between characters', async () => {
    const location = 'Ünïcödé 🪩 Häll, '.repeat(11).trim()
    await bookings.as(client).request(createRequest(bookings, dj.id, 4, { location }))
    const [event] = parseStrictly((await read(dj)).text)
    expect(event?.location).toBe(location)
  })
})

describe('feed address', () => {
  test('a member has no feed address at first; a new one replaces the old one, and revoking leaves none', async () => {
    const none = { url: null, endedWithSessions: false }
    expect(await bookings.as(dj).feed()).toEqual(none)
    const first = await getToken(dj)
    expect((await bookings.as(dj).feed()).url).toContain(first)
    const second = await getToken(dj)
    const open = (token: string) => bookings.as(null).feedFile({ token })
    await expect(open(second)).resolves.toBeTruthy()
    await expect(open(first)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Calendar not found' })
    expect(await bookings.as(dj).revokeFeed()).toEqual(none)
    await expect(open(second)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Calendar not found' })
    expect(await bookings.as(dj).feed()).toEqual(none)
    const third = await getToken(dj)
    expect(new Set([first, second, third]).size).toBe(3)
    await expect(open(third)).resolves.toBeTruthy()
    await expect(open(second)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('gives no valid feed address for a person who never had one', async () => {
    for (const version of [0, 1]) {
      const token = writeFeedToken({ userId: dj.id, version }, 'a secret of the tests, long enough')
      await expect(bookings.as(null).feedFile({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('reads a valid feed token, and refuses any other text', () => {
    const name = { userId: dj.id, version: 4_000_000_000 }
    const token = writeFeedToken(name, 'secret')
    expect(readFeedToken(token, 'secret')).toEqual(name)
    expect(readFeedToken(token, 'another')).toBeUndefined()
    for (let at = 0; at < token.length; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(readFeedToken(changed, 'secret'), changed).toBeUndefined()
    }
    for (const other of [
      '',
      'x',
      `${token}=`,
      `${token} `,
      token.slice(0, -4),
      `${token}AAAA`,
      '🪩'.repeat(30),
    ])
      expect(readFeedToken(other, 'secret'), other).toBeUndefined()
  })
})
