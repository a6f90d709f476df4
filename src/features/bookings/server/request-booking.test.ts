import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import { agree, ask, createDesk, type Desk, insertDj, insertMember, requestOf } from './testing'

let desk: Desk
let drop: () => Promise<void>
let client: Caller
let dj: Caller

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  desk = createDesk(database.db)
  client = await insertMember(desk.db)
  dj = await insertDj(desk.db)
})
afterAll(() => drop())

test('P-02 a request is stored with its first step, and the DJ is told', async () => {
  desk.published.length = 0
  const { id, number } = await desk.as(client).request(requestOf(desk, dj.id, 10))
  expect(number).toMatch(/^BK-\d{4}-\d{4,}$/)
  const detail = await desk.as(client).get({ id })
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
  expect(desk.published).toEqual([{ userIds: [client.id, dj.id], topics: ['notifications', 'bookings'] }])
  const { rows } = await sql`select kind, actor_id from notifications where user_id = ${dj.id}`.execute(
    desk.db,
  )
  expect(rows).toEqual([{ kind: 'booking_request', actor_id: client.id }])
})

test('the same key is the same request, also once it was answered; another person’s key is not', async () => {
  const input = requestOf(desk, dj.id, 11)
  const first = await desk.as(client).request(input)
  expect(await desk.as(client).request(input)).toEqual(first)
  const spelled = { ...input, id: input.id.toUpperCase(), clientKey: input.clientKey.toUpperCase() }
  const startsAt = input.startsAt.replace('.000Z', 'Z')
  expect(await desk.as(client).request({ ...spelled, startsAt, message: ' Are you free? ' })).toEqual(first)
  const other = await insertMember(desk.db)
  expect((await desk.as(other).request(input)).id).not.toBe(first.id)
  await desk.as(dj).accept({ id: first.id, steps: 1 })
  expect(await desk.as(client).request(input)).toEqual(first)
})

test('the same key with anything else in it is told what was sent, and that nothing more was', async () => {
  const input = requestOf(desk, dj.id, 40)
  const first = await desk.as(client).request(input)
  const elsewhere = await insertDj(desk.db)
  const countAll = async () =>
    (await sql`select id from bookings where client_id = ${client.id}`.execute(desk.db)).rows.length
  const before = await countAll()
  for (const more of [
    { id: elsewhere.id },
    { eventType: 'Wedding' },
    { location: 'Loom Hall, Glasgow' },
    { timezone: 'Europe/London' },
    { startsAt: new Date(new Date(input.startsAt).getTime() + 60_000).toISOString() },
    { endsAt: new Date(new Date(input.endsAt).getTime() + 60_000).toISOString() },
    { feeCents: null },
    { message: 'We have two rooms.' },
    { message: undefined },
  ])
    await expect(desk.as(client).request({ ...input, ...more })).rejects.toMatchObject({
      code: 'SENT_BEFORE',
      status: 409,
      message:
        'Your request went out before you changed it. Open that one, or press Book Now again to send this one too.',
      data: first,
    })
  expect(await countAll()).toBe(before)
  const again = await desk
    .as(client)
    .request({ ...input, location: 'Loom Hall', clientKey: crypto.randomUUID() })
  expect(again.id).not.toBe(first.id)
})

test('two that differ and come at the same moment with one key: one is sent, the other is told', async () => {
  const input = requestOf(desk, dj.id, 41)
  const sent = await Promise.allSettled([
    desk.as(client).request(input),
    desk.as(client).request({ ...input, feeCents: 1 }),
  ])
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'SENT_BEFORE' } })
})

test('only a DJ with a public page can be asked, and nobody asks themselves', async () => {
  const hidden = await insertDj(desk.db, { isPublic: false })
  const promoter = await insertMember(desk.db)
  for (const id of [hidden.id, promoter.id, 'nobody', crypto.randomUUID()])
    await expect(desk.as(client).request({ ...requestOf(desk, id, 12) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'DJ not found',
    })
  for (const id of [dj.id, dj.id.toUpperCase()])
    await expect(desk.as(dj).request(requestOf(desk, id, 12))).rejects.toMatchObject({
      code: 'OWN_PAGE',
      message: 'You cannot book yourself.',
    })
  await expect(desk.as(null).request(requestOf(desk, dj.id, 12))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test('who blocks or is blocked finds no DJ', async () => {
  for (const [blocker, blocked] of [
    ['dj', 'client'],
    ['client', 'dj'],
  ]) {
    const people = { client: await insertMember(desk.db), dj: await insertDj(desk.db) }
    const idOf = (side = '') => (side === 'dj' ? people.dj.id : people.client.id)
    await sql`insert into blocks (blocker_id, blocked_id) values (${idOf(blocker)}, ${idOf(blocked)})`.execute(
      desk.db,
    )
    const calls = desk.as(people.client)
    for (const attempt of [
      () => calls.request(requestOf(desk, people.dj.id, 12)),
      () => calls.availability({ id: people.dj.id, month: '2026-12' }),
      () => calls.nearestFreeDays({ id: people.dj.id, day: '2026-12-18' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'DJ not found' })
  }
})

test('a time that is booked is told at once, also when the events only touch by a minute', async () => {
  await agree(desk, client, dj, 13)
  const other = await insertMember(desk.db)
  await expect(ask(desk, other, dj, 13)).rejects.toMatchObject({ code: 'TAKEN' })
  const after = requestOf(desk, dj.id, 13)
  const endsAt = new Date(after.endsAt)
  const minutes = (count: number) => new Date(endsAt.getTime() + count * 60_000).toISOString()
  const late = { ...after, startsAt: minutes(-1), endsAt: minutes(60) }
  await expect(desk.as(other).request(late)).rejects.toMatchObject({ code: 'TAKEN' })
  await expect(desk.as(other).request({ ...late, startsAt: minutes(0) })).resolves.toBeTruthy()
})

test.each([
  ['startsAt', { startsAt: '2026-11-21T09:59:59.000Z', endsAt: '2026-11-21T12:00:00.000Z' }],
  ['endsAt', { startsAt: '2026-12-21T09:59:59.000Z', endsAt: '2026-12-21T09:00:00.000Z' }],
])('terms that cannot be: %s', async (field, more) => {
  const attempt = desk.as(client).request(requestOf(desk, dj.id, 20, more))
  await expect(attempt).rejects.toMatchObject({ code: 'BAD_TERMS', data: { field } })
})

test('a request without a time zone takes that of its place, and is the same request with it', async () => {
  const { timezone: _, ...input } = requestOf(desk, dj.id, 23, { location: 'Loom Hall, Glasgow' })
  const sent = await desk.as(client).request(input)
  expect((await desk.as(dj).get({ id: sent.id })).terms.timezone).toBe('Europe/London')
  expect(await desk.as(client).request({ ...input, timezone: 'Europe/London' })).toEqual(sent)
  const unknown = { ...input, location: 'Hill Farm', clientKey: crypto.randomUUID() }
  await expect(desk.as(client).request(unknown)).rejects.toMatchObject({
    code: 'BAD_TERMS',
    data: { field: 'timezone' },
    message: 'The time zone of this place is not known. Choose one, such as Europe/Berlin.',
  })
})

test('what does not even look like terms is refused by field', async () => {
  for (const [path, more] of [
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['eventType', { eventType: ' \u0000 ' }],
    ['location', { location: '' }],
    ['feeCents', { feeCents: -1 }],
    ['startsAt', { startsAt: '2026-12-21' }],
  ] as const)
    await expect(desk.as(client).request({ ...requestOf(desk, dj.id, 21), ...more })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fields: [{ path }] },
    })
})

test('text comes to lie as it reads: no control characters, lines of a message kept', async () => {
  const input = {
    ...requestOf(desk, dj.id, 22),
    message: 'One\r\ntwo\u0000',
    location: 'Loom\u0000 Hall\nGlasgow',
  }
  const { id } = await desk.as(client).request(input)
  const detail = await desk.as(client).get({ id })
  expect(detail.trail[0]?.message).toBe('One\ntwo')
  expect(detail.terms.location).toBe('Loom Hall Glasgow')
})

test('ten requests a day to one DJ, with words; a repeat of one costs nothing', async () => {
  const limited = createDesk(desk.db, createLimits())
  const [eager, wanted] = [await insertMember(desk.db), await insertDj(desk.db)]
  const first = requestOf(limited, wanted.id, 10)
  for (let n = 0; n < 10; n += 1)
    await limited.as(eager).request(n === 0 ? first : requestOf(limited, wanted.id, 10 + n))
  await expect(limited.as(eager).request(first)).resolves.toBeTruthy()
  await expect(limited.as(eager).request(requestOf(limited, wanted.id, 40))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'That is as many requests as a day takes. Ask again in 24 hours.',
  })
  await expect(limited.as(eager).request(requestOf(limited, dj.id, 41))).resolves.toBeTruthy()
})
