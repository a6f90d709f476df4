import { createRouterClient } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Settings } from '~/features/settings/server/public'
import { createTestSettings } from '~/features/settings/server/testing'
import { newId } from '~/lib/ids'
import { createLimits } from '~/platform/limits/limits'
import { createLog } from '~/platform/log/log'
import { refusalOf } from '~tests/support/refusal'
import { eventsCalls } from './calls'
import type { EventCard } from '../contract'
import type { Context } from './context'
import { createPublicEvents } from './public-events'
import { insertEvent, insertProfile } from './testing'

const now = new Date('2026-11-20T18:00:00Z')
let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  await db.deleteFrom('events').execute()
})

function visitor(site: Partial<Settings> = {}) {
  const settings = createTestSettings(site)
  const context: Context = {
    db,
    settings,
    publicEvents: createPublicEvents({ db, settings, config: { auth: {} } }),
    jobs: { enqueue: () => Promise.resolve() },
    limits: createLimits(),
    secret: 'of the tests',
    payees: undefined,
    live: { publish: () => undefined },
    config: { publicUrl: 'https://b2b.example', auth: {} },
    caller: null,
    requestId: 'req-1',
    ip: '127.0.0.1',
    requestHeaders: new Headers(),
    responseHeaders: new Headers(),
    now: () => now,
    log: createLog({ level: 'silent' }),
  }
  return createRouterClient(eventsCalls, { context })
}

test('T-01 returns an event with its host, line-up and ticket types', async () => {
  const host = await insertProfile(db, { full_name: 'Juno Okafor', bio: 'Digs in Lagos.', is_verified: true })
  const organizer = await insertProfile(db, { full_name: 'Ilse Brandt' })
  const id = await insertEvent(
    db,
    {
      dj_id: host,
      organizer_id: organizer,
      description: 'A goods shed.',
      capacity: 600,
      age_restriction: 18,
      venue_address: '14 Holbeck Lane, Leeds LS11',
      ends_at: '2026-12-06T05:00:00Z',
    },
    [
      { name: 'Late', sort_order: 1, price_cents: 2000, sale_ends_at: '2026-12-05T20:00:00Z' },
      {
        name: 'Early',
        sort_order: 0,
        price_cents: 1200,
        quantity_total: 10,
        quantity_sold: 7,
        quantity_held: 3,
      },
    ],
  )
  await db
    .insertInto('line_up_slots')
    .values([
      { event_id: id, name: 'Paper Cuts', billing: 2, starts_at: '2026-12-06T01:00:00Z' },
      { event_id: id, name: 'Juno Okafor', dj_id: host, billing: 1 },
      { event_id: id, name: 'Opener', billing: 3, starts_at: '2026-12-05T23:00:00Z' },
    ])
    .execute()
  expect(await visitor().get({ id })).toMatchObject({
    title: 'Dust & Diamonds',
    status: 'published',
    phase: 'upcoming',
    startsAt: '2026-12-05T23:00:00.000Z',
    endsAt: '2026-12-06T05:00:00.000Z',
    capacity: 600,
    ageRestriction: 18,
    fromCents: 1200,
    available: 100,
    organizerName: 'Ilse Brandt',
    host: { id: host, name: 'Juno Okafor', bio: 'Digs in Lagos.', isVerified: true, isPublic: true },
    lineUp: [
      { name: 'Opener', djId: null, startsAt: '2026-12-05T23:00:00.000Z' },
      { name: 'Paper Cuts', djId: null, startsAt: '2026-12-06T01:00:00.000Z' },
      { name: 'Juno Okafor', djId: host, startsAt: null },
    ],
    ticketTypes: [
      { name: 'Early', available: 0, saleEndsAt: null },
      { name: 'Late', available: 100, saleEndsAt: '2026-12-05T20:00:00.000Z' },
    ],
  })
})

test('leaves out a DJ whose bookings for the event are cancelled, unless the event itself is', async () => {
  const [juno, mara] = [
    await insertProfile(db, { full_name: 'Juno' }),
    await insertProfile(db, { full_name: 'Mara' }),
  ]
  const id = await insertEvent(db, { dj_id: juno })
  const times = { event_date: '2026-12-05T23:00:00Z', ends_at: '2026-12-06T01:00:00Z' }
  const insertBooking = async (djId: string, status: string) =>
    (
      await db
        .insertInto('bookings')
        .values({ dj_id: djId, event_id: id, ...times, event_type: 'Club Night', location: 'Leeds', status })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const slots = [
    { name: 'Juno', dj_id: juno, booking_id: await insertBooking(juno, 'cancelled') },
    { name: 'Juno, second set', dj_id: juno, booking_id: null },
    { name: 'Mara', dj_id: mara, booking_id: await insertBooking(mara, 'confirmed') },
    { name: 'Paper Cuts', dj_id: null, booking_id: null },
  ]
  await db
    .insertInto('line_up_slots')
    .values(slots.map((slot, billing) => ({ event_id: id, billing, ...slot })))
    .execute()
  const listNames = async () => (await visitor().get({ id })).lineUp.map(({ name }) => name)
  expect(await listNames()).toEqual(['Mara', 'Paper Cuts'])
  expect((await visitor().get({ id })).host).toBeNull()
  expect((await visitor().list({})).events).toMatchObject([{ id, hostName: null }])
  await db.updateTable('events').set({ event_status: 'cancelled' }).where('id', '=', id).execute()
  expect(await listNames()).toHaveLength(4)
  expect((await visitor().get({ id })).host).toMatchObject({ name: 'Juno' })
})

test('returns an event that is over, postponed or cancelled', async () => {
  const over = await insertEvent(db, { event_date: '2026-11-01T20:00:00Z' })
  const cancelled = await insertEvent(db, { event_status: 'cancelled' })
  const postponed = await insertEvent(db, { event_status: 'postponed' })
  expect(await visitor().get({ id: over })).toMatchObject({ phase: 'over' })
  expect(await visitor().get({ id: cancelled })).toMatchObject({ status: 'cancelled' })
  expect(await visitor().get({ id: postponed })).toMatchObject({ status: 'postponed' })
})

test('T-06 every call answers alike for drafts, private events and invalid ids', async () => {
  const draft = await insertEvent(db, { event_status: 'draft' })
  const hidden = await insertEvent(db, { is_public: false })
  for (const id of [draft, hidden, newId(), 'abc', "' or 1=1 --", '../../etc/passwd', '🎧', ' ']) {
    expect(await refusalOf(visitor().get({ id }))).toMatchObject({ status: 404, message: 'Event not found' })
    expect((await refusalOf(visitor().eventCalendar({ id }))).status).toBe(404)
  }
  expect((await visitor().calendar()).text).not.toContain('BEGIN:VEVENT')
  expect((await visitor().addresses()).events).toEqual([])
  expect((await visitor().featured({})).events).toEqual([])
})

test('refuses hostile input with a message, or finds nothing', async () => {
  await insertEvent(db)
  const list = visitor().list as (input: unknown) => Promise<{ events: unknown[] }>
  for (const input of [
    { q: 7 },
    { q: 'x'.repeat(101) },
    { date: 'yesterday' },
    { date: '2026-99' },
    { types: ['rave'] },
    { types: 'club_night' },
    { after: 'garbage' },
    { after: `zzzzzzzzzzz_${newId()}` },
    { limit: 51 },
    { limit: 0 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: 1e20 },
  ])
    expect((await refusalOf(list(input))).status, JSON.stringify(input)).toBe(400)
  for (const q of [
    "'; drop table events; --",
    '<script>alert(1)</script>',
    'dust\u0000bowl',
    '\\',
    '%',
    '_',
    '"',
  ])
    expect((await list({ q })).events, q).toEqual([])
  expect((await list({})).events).toHaveLength(1)
  // Unicode lookalikes are normalized.
  expect((await list({ q: '𝕯𝖚𝖘𝖙' })).events).toHaveLength(1)
})

test('the calendar keeps the same bytes until an event changes', async () => {
  const id = await insertEvent(db, { title: 'One, two; three', description: 'Line\r\nnext\u0007' })
  const first = await visitor().eventCalendar({ id })
  expect(await visitor().eventCalendar({ id })).toEqual(first)
  expect(first.text).toContain(`UID:event-${id}@back-to-back\r\n`)
  expect(first.text).toContain(String.raw`SUMMARY:One\, two\; three`)
  expect(first.text).toContain('DTSTART:20261205T230000Z\r\n')
  expect(first.text).toContain(String.raw`DESCRIPTION:Line\nnext`)
  for (const line of first.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  // Only printable characters between line breaks.
  expect(first.text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  await db
    .updateTable('events')
    .set({ event_status: 'cancelled', updated_at: new Date(Date.now() + 60_000) })
    .where('id', '=', id)
    .execute()
  const second = await visitor().eventCalendar({ id })
  expect(second.text).toContain('STATUS:CANCELLED')
  expect(Number(/SEQUENCE:(\d+)/.exec(second.text)?.[1])).toBeGreaterThan(
    Number(/SEQUENCE:(\d+)/.exec(first.text)?.[1]),
  )
})

test('a postponed event is tentative in a calendar, with the open date and the reason', async () => {
  const id = await insertEvent(db, {
    event_status: 'postponed',
    is_date_open: true,
    status_message: 'The roof leaks.',
    description: 'A shed.',
  })
  const { text } = await visitor().eventCalendar({ id })
  expect(text).toContain('STATUS:TENTATIVE')
  const words = String.raw`DESCRIPTION:Postponed. The new date is to be announced.\n\nThe roof leaks.\n\nA shed.`
  expect(text.replaceAll('\r\n ', '')).toContain(words)
})

test('T-01 returns why an event moved, and its Markdown as safe HTML', async () => {
  const id = await insertEvent(db, {
    event_status: 'postponed',
    status_message: 'The roof leaks.',
    moved_from: '2026-11-28T23:00:00Z',
    refundable_until: '2026-12-12T11:00:00Z',
    description: '**Loud** <script>alert(1)</script>',
  })
  expect(await visitor().get({ id })).toMatchObject({
    descriptionHtml: '<p><strong>Loud</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    statusMessage: 'The roof leaks.',
    movedFrom: '2026-11-28T23:00:00.000Z',
    isDateOpen: false,
    refundableUntil: '2026-12-12T11:00:00.000Z',
  })
})

test('E-02 formats prices by the setting of the site: without or with the fee', async () => {
  const id = await insertEvent(db, {}, [{ price_cents: 1999, quantity_total: 10 }])
  const price = ({ fromCents, fromFeeCents }: EventCard) => [fromCents, fromFeeCents]
  const shown = async (site: Partial<Settings>) => {
    const { events } = await visitor(site).list({})
    const event = await visitor(site).get({ id })
    expect(events.map(price)).toEqual([price(event)])
    return price(event)
  }
  expect(await shown({})).toEqual([1999, 200])
  expect(await shown({ feeBasisPoints: 1200 })).toEqual([1999, 240])
  expect(await shown({ feeBasisPoints: 1200, priceDisplay: 'all_in' })).toEqual([2239, 0])
  expect(await shown({ feeBasisPoints: 0 })).toEqual([1999, 0])
  expect(await shown({ feeBasisPoints: 0, priceDisplay: 'all_in' })).toEqual([1999, 0])
})

test.each(['itemised', 'all_in'] as const)(
  'a price paid at the entrance has no fee (%s)',
  async (priceDisplay) => {
    const id = await insertEvent(db, { ticket_price_cents: 1999 })
    expect(await visitor({ priceDisplay }).get({ id })).toMatchObject({ fromCents: 1999, fromFeeCents: 0 })
  },
)

test('the calendar has the name of the site', async () => {
  const { text } = await visitor({ name: 'Slipped Halves' }).calendar({})
  expect(text).toContain('NAME:Slipped Halves')
  expect(text).toMatch(/PRODID:.*Back to Back/)
})
