import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import {
  createConfirmedBooking,
  sendRequest,
  createTestBookings,
  type TestBookings,
  insertDj,
  insertMember,
  createRequest,
  createTerms,
} from './testing'

let bookings: TestBookings
let drop: () => Promise<void>
let client: Caller
let dj: Caller

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  bookings = createTestBookings(database.db)
  client = await insertMember(bookings.db)
  dj = await insertDj(bookings.db)
})
afterAll(() => drop())

test('P-02 stores a request with its first step and notifies the DJ', async () => {
  bookings.published.length = 0
  const { id, number } = await bookings.as(client).request(createRequest(bookings, dj.id, 10))
  expect(number).toMatch(/^BK-\d{4}-\d{4,}$/)
  const detail = await bookings.as(client).get({ id })
  expect(detail).toMatchObject({
    number,
    title: 'Club Night',
    status: 'pending',
    awaiting: 'them',
    client: { id: client.id },
    dj: { id: dj.id, isDj: true },
    terms: { feeCents: 120_000, depositCents: null, timezone: 'Europe/Berlin' },
    trail: [
      { position: 1, kind: 'request', message: 'Are you free?', terms: { location: 'The Cistern, Berlin' } },
    ],
  })
  expect(bookings.published).toEqual([{ userIds: [client.id, dj.id], topics: ['notifications', 'bookings'] }])
  const { rows } = await sql`select kind, actor_id from notifications where user_id = ${dj.id}`.execute(
    bookings.db,
  )
  expect(rows).toEqual([{ kind: 'booking_request', actor_id: client.id }])
})

test('a booking is requested in a currency, which no later step changes', async () => {
  const request = createRequest(bookings, dj.id, 61, { currency: 'JPY', feeCents: 120_001 })
  const { id } = await bookings.as(client).request(request)
  expect(await bookings.as(client).request(request)).toMatchObject({ id })
  expect(await bookings.as(dj).get({ id })).toMatchObject({ currency: 'JPY', terms: { feeCents: 120_001 } })
  const terms = createTerms(bookings, 61, { feeCents: 140_000, depositCents: 100 })
  const offered = await bookings.as(dj).offer({ id, steps: 1, terms })
  expect(offered).toMatchObject({ currency: 'JPY', terms: { feeCents: 140_000, depositCents: 100 } })
  const tooSmall = { id, steps: 2, terms: { ...terms, depositCents: 99 } }
  await expect(bookings.as(client).offer(tooSmall)).rejects.toMatchObject({
    message: 'Enter ¥0 or at least ¥100. Smaller deposits can’t be charged.',
  })
  expect(await bookings.as(client).accept({ id, steps: 2 })).toMatchObject({ currency: 'JPY' })
  const { rows } = await sql`
    select distinct facts ->> 'currency' as currency from notifications where subject_id = ${id}`.execute(
    bookings.db,
  )
  expect(rows).toEqual([{ currency: 'JPY' }])
})

test('a request without a currency is in dollars; an unknown one is refused', async () => {
  const id = await sendRequest(bookings, client, dj, 62)
  expect(await bookings.as(client).get({ id })).toMatchObject({ currency: 'USD' })
  const unknown = { ...createRequest(bookings, dj.id, 63), currency: 'BTC' as 'USD' }
  await expect(bookings.as(client).request(unknown)).rejects.toMatchObject({
    data: { fields: [{ path: 'currency', message: 'Choose a currency.' }] },
  })
})

test('the same key returns the same request, also after an answer; another person’s equal key does not', async () => {
  const input = createRequest(bookings, dj.id, 11)
  const first = await bookings.as(client).request(input)
  expect(await bookings.as(client).request(input)).toEqual(first)
  const spelled = { ...input, id: input.id.toUpperCase(), clientKey: input.clientKey.toUpperCase() }
  const startsAt = input.startsAt.replace('.000Z', 'Z')
  expect(await bookings.as(client).request({ ...spelled, startsAt, message: ' Are you free? ' })).toEqual(
    first,
  )
  const other = await insertMember(bookings.db)
  expect((await bookings.as(other).request(input)).id).not.toBe(first.id)
  await bookings.as(dj).accept({ id: first.id, steps: 1 })
  expect(await bookings.as(client).request(input)).toEqual(first)
})

test('refuses the same key with different content and returns the earlier request', async () => {
  const input = createRequest(bookings, dj.id, 40)
  const first = await bookings.as(client).request(input)
  const elsewhere = await insertDj(bookings.db)
  const countAll = async () =>
    (await sql`select id from bookings where client_id = ${client.id}`.execute(bookings.db)).rows.length
  const before = await countAll()
  for (const more of [
    { id: elsewhere.id },
    { eventType: 'Wedding' },
    { location: 'Loom Hall, Glasgow' },
    { timezone: 'Europe/London' },
    { startsAt: new Date(new Date(input.startsAt).getTime() + 60_000).toISOString() },
    { endsAt: new Date(new Date(input.endsAt).getTime() + 60_000).toISOString() },
    { feeCents: null },
    { currency: 'EUR' as const },
    { message: 'We have two rooms.' },
    { message: undefined },
  ])
    await expect(bookings.as(client).request({ ...input, ...more })).rejects.toMatchObject({
      code: 'SENT_BEFORE',
      status: 409,
      message:
        'Your earlier request was sent before you changed it. Open that request, or press Book Now again to send this one too.',
      data: first,
    })
  expect(await countAll()).toBe(before)
  const again = await bookings
    .as(client)
    .request({ ...input, location: 'Loom Hall', clientKey: crypto.randomUUID() })
  expect(again.id).not.toBe(first.id)
})

test('sends one of two different concurrent requests with the same key and refuses the other', async () => {
  const input = createRequest(bookings, dj.id, 41)
  const sent = await Promise.allSettled([
    bookings.as(client).request(input),
    bookings.as(client).request({ ...input, feeCents: 1 }),
  ])
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'SENT_BEFORE' } })
})

test('refuses requests to oneself and to people who aren’t DJs with a public page', async () => {
  const hidden = await insertDj(bookings.db, { isPublic: false })
  const promoter = await insertMember(bookings.db)
  for (const id of [hidden.id, promoter.id, 'nobody', crypto.randomUUID()])
    await expect(bookings.as(client).request({ ...createRequest(bookings, id, 12) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'DJ not found',
    })
  for (const id of [dj.id, dj.id.toUpperCase()])
    await expect(bookings.as(dj).request(createRequest(bookings, id, 12))).rejects.toMatchObject({
      code: 'OWN_PAGE',
      message: 'You cannot book yourself.',
    })
  await expect(bookings.as(null).request(createRequest(bookings, dj.id, 12))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test('finds no DJ when either has blocked the other', async () => {
  for (const [blocker, blocked] of [
    ['dj', 'client'],
    ['client', 'dj'],
  ]) {
    const people = { client: await insertMember(bookings.db), dj: await insertDj(bookings.db) }
    const getId = (side = '') => (side === 'dj' ? people.dj.id : people.client.id)
    await sql`insert into blocks (blocker_id, blocked_id) values (${getId(blocker)}, ${getId(blocked)})`.execute(
      bookings.db,
    )
    const calls = bookings.as(people.client)
    for (const attempt of [
      () => calls.request(createRequest(bookings, people.dj.id, 12)),
      () => calls.availability({ id: people.dj.id, month: '2026-12' }),
      () => calls.nearestFreeDays({ id: people.dj.id, day: '2026-12-18' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'DJ not found' })
  }
})

test('refuses a booked time, also when the events overlap by a minute', async () => {
  await createConfirmedBooking(bookings, client, dj, 13)
  const other = await insertMember(bookings.db)
  await expect(sendRequest(bookings, other, dj, 13)).rejects.toMatchObject({ code: 'TAKEN' })
  const after = createRequest(bookings, dj.id, 13)
  const endsAt = new Date(after.endsAt)
  const addMinutes = (count: number) => new Date(endsAt.getTime() + count * 60_000).toISOString()
  const late = { ...after, startsAt: addMinutes(-1), endsAt: addMinutes(60) }
  await expect(bookings.as(other).request(late)).rejects.toMatchObject({ code: 'TAKEN' })
  await expect(bookings.as(other).request({ ...late, startsAt: addMinutes(0) })).resolves.toBeTruthy()
})

test.each([
  ['startsAt', { startsAt: '2026-11-21T09:59:59.000Z', endsAt: '2026-11-21T12:00:00.000Z' }],
  ['endsAt', { startsAt: '2026-12-21T09:59:59.000Z', endsAt: '2026-12-21T09:00:00.000Z' }],
])('refuses invalid terms: %s', async (field, more) => {
  const attempt = bookings.as(client).request(createRequest(bookings, dj.id, 20, more))
  await expect(attempt).rejects.toMatchObject({ code: 'BAD_TERMS', data: { field } })
})

test('uses the time zone of the place if none is given, and treats a repeat with that zone as the same request', async () => {
  const { timezone: _, ...input } = createRequest(bookings, dj.id, 23, { location: 'Loom Hall, Glasgow' })
  const sent = await bookings.as(client).request(input)
  expect((await bookings.as(dj).get({ id: sent.id })).terms.timezone).toBe('Europe/London')
  expect(await bookings.as(client).request({ ...input, timezone: 'Europe/London' })).toEqual(sent)
  const unknown = { ...input, location: 'Hill Farm', clientKey: crypto.randomUUID() }
  await expect(bookings.as(client).request(unknown)).rejects.toMatchObject({
    code: 'BAD_TERMS',
    data: { field: 'timezone' },
    message: 'The time zone of this place is not known. Choose one, such as Europe/Berlin.',
  })
})

test('refuses malformed terms by field', async () => {
  for (const [path, more] of [
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['eventType', { eventType: ' \u0000 ' }],
    ['location', { location: '' }],
    ['feeCents', { feeCents: -1 }],
    ['startsAt', { startsAt: '2026-12-21' }],
  ] as const)
    await expect(
      bookings.as(client).request({ ...createRequest(bookings, dj.id, 21), ...more }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fields: [{ path }] },
    })
})

test('normalizes text: strips control characters, keeps line breaks in a message', async () => {
  const input = {
    ...createRequest(bookings, dj.id, 22),
    message: 'One\r\ntwo\u0000',
    location: 'Loom\u0000 Hall\nGlasgow',
  }
  const { id } = await bookings.as(client).request(input)
  const detail = await bookings.as(client).get({ id })
  expect(detail.trail[0]?.message).toBe('One\ntwo')
  expect(detail.terms.location).toBe('Loom Hall Glasgow')
})

test('limits requests to ten a day per DJ, with a message; a repeat does not count', async () => {
  const limited = createTestBookings(bookings.db, createLimits())
  const [eager, wanted] = [await insertMember(bookings.db), await insertDj(bookings.db)]
  const first = createRequest(limited, wanted.id, 10)
  for (let n = 0; n < 10; n += 1)
    await limited.as(eager).request(n === 0 ? first : createRequest(limited, wanted.id, 10 + n))
  await expect(limited.as(eager).request(first)).resolves.toBeTruthy()
  await expect(limited.as(eager).request(createRequest(limited, wanted.id, 40))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'You have reached the daily limit for requests. Try again in 24 hours.',
  })
  await expect(limited.as(eager).request(createRequest(limited, dj.id, 41))).resolves.toBeTruthy()
})
