import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Caller } from '~/platform/rpc/caller'
import { createTestDatabase } from '~tests/support/database'
import {
  createConfirmedBooking,
  createTestBookings,
  DAY,
  insertDj,
  insertMember,
  type TestBookings,
} from './testing'

let bookings: TestBookings
let drop: () => Promise<void>
let client: Caller
let dj: Caller
let id: string

beforeAll(async () => {
  const database = await createTestDatabase()
  drop = database.drop
  bookings = createTestBookings(database.db)
})
afterAll(() => drop())

beforeEach(async () => {
  client = await insertMember(bookings.db)
  dj = await insertDj(bookings.db)
  id = await createConfirmedBooking(bookings, client, dj, 30)
  await sql`update bookings set deposit_cents = 30000 where id = ${id}`.execute(bookings.db)
})

const sendFee = (caller: Caller, feeCents: number, steps = 2) =>
  bookings.as(caller).proposeFee({ id, steps, feeCents })
const sendResponse = (caller: Caller, isAccepted: boolean, steps = 3) =>
  bookings.as(caller).respondToFee({ id, steps, isAccepted })
const listKinds = async () => (await bookings.as(client).get({ id })).trail.map(({ kind }) => kind)

test('the fee changes when the other side accepts', async () => {
  expect(await sendFee(client, 90_000)).toMatchObject({
    proposedFee: { feeCents: 90_000, by: 'you' },
    terms: { feeCents: 120_000 },
  })
  expect(await bookings.as(dj).get({ id })).toMatchObject({ proposedFee: { feeCents: 90_000, by: 'them' } })
  expect(await sendResponse(dj, true)).toMatchObject({
    status: 'confirmed',
    proposedFee: null,
    terms: { feeCents: 90_000, depositCents: 30_000 },
  })
  expect(await listKinds()).toEqual(['request', 'accept', 'propose_fee', 'accept_fee'])
  const { rows } = await sql<{ kind: string; userId: string }>`
    select kind, user_id as "userId" from notifications where subject_id = ${id} and kind like 'booking_fee%' order by id`.execute(
    bookings.db,
  )
  expect(rows).toEqual([
    { kind: 'booking_fee_proposed', userId: dj.id },
    { kind: 'booking_fee_accepted', userId: client.id },
  ])
})

test('a declined or withdrawn suggestion leaves the fee unchanged', async () => {
  await sendFee(dj, 90_000)
  expect(await sendResponse(client, false)).toMatchObject({ proposedFee: null, terms: { feeCents: 120_000 } })
  await sendFee(dj, 80_000, 4)
  expect(await sendResponse(dj, false, 5)).toMatchObject({ proposedFee: null, terms: { feeCents: 120_000 } })
})

test('a suggestion must be lower than the fee and at least the deposit', async () => {
  for (const feeCents of [120_000, 130_000, 29_999])
    await expect(sendFee(client, feeCents)).rejects.toMatchObject({ code: 'BAD_FEE' })
  await sendFee(client, 30_000)
})

test('refuses to accept one’s own suggestion, one that is already answered, or an outdated one', async () => {
  const stranger = await insertMember(bookings.db)
  await sendFee(client, 90_000)
  await expect(sendResponse(client, true)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  await expect(sendResponse(dj, true, 2)).rejects.toMatchObject({ code: 'CHANGED' })
  await expect(sendResponse(stranger, true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await sendFee(client, 50_000, 3)
  await expect(sendResponse(dj, true, 3)).rejects.toMatchObject({ code: 'CHANGED' })
  await sendResponse(dj, true, 4)
  await expect(sendResponse(dj, true, 5)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('a lower fee can’t be suggested before the agreement or after the set', async () => {
  await expect(sendFee(client, 90_000, 1)).rejects.toMatchObject({ code: 'CHANGED' })
  const before = bookings.clock.now
  bookings.pass(31 * DAY)
  await expect(sendFee(client, 90_000)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  bookings.clock.now = before
  await bookings.as(dj).cancel({ id, steps: 2, reason: 'Flu' })
  await expect(sendFee(client, 90_000, 3)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
})

test('only one of two simultaneous responses to a suggestion counts', async () => {
  await sendFee(client, 90_000)
  const results = await Promise.allSettled([
    sendResponse(dj, true),
    sendResponse(dj, false),
    sendResponse(client, false),
  ])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listKinds()).toHaveLength(4)
})
