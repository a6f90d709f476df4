import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '~/database/testing'
import type { Caller } from '~/platform/rpc/caller'
import { agree, ask, createDesk, DAY, type Desk, insertDj, insertMember, termsAt } from './testing'
import { completeBookings } from './sweep-bookings'

const { db, drop } = await createTestDatabase()
let desk: Desk
let client: Caller
let dj: Caller

beforeEach(async () => {
  desk = createDesk(db)
  client = await insertMember(db)
  dj = await insertDj(db)
})
afterAll(() => drop())

describe('the list', () => {
  test('lists all upcoming bookings, soonest first, and past ones, latest first', async () => {
    const near = await agree(desk, client, dj, 2)
    const far = await ask(desk, client, dj, 9)
    const off = await agree(desk, client, dj, 5)
    await desk.as(dj).cancel({ id: off, steps: 2, reason: 'Ill' })
    const list = async (input: Parameters<ReturnType<Desk['as']>['list']>[0]) =>
      (await desk.as(dj).list(input)).bookings.map((one) => one.id)
    expect(await list({ when: 'ahead' })).toEqual([near, off, far])
    expect(await list({ when: 'ahead', status: 'pending' })).toEqual([far])
    expect(await list({ when: 'ahead', status: 'cancelled' })).toEqual([off])
    expect(await list({ when: 'past' })).toEqual([])
    desk.pass(6 * DAY)
    expect(await list({ when: 'past' })).toEqual([off, near])
    expect(await list({ when: 'past', status: 'cancelled' })).toEqual([off])
  })

  test('page after page shows every booking once, of both sides, also nights that start at one instant', async () => {
    const other = await insertDj(db)
    const ids: string[] = []
    for (const day of [3, 4, 4, 4, 5, 6]) ids.push(await ask(desk, client, day % 2 === 0 ? dj : other, day))
    // The one in the middle also plays.
    await sql`insert into user_member_types (user_id, member_type) values (${client.id}, 'dj')`.execute(db)
    ids.push(await ask(desk, other, client, 4))
    for (const when of ['ahead', 'past'] as const) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await desk.as(client).list({ when, limit: 2, ...(after === undefined ? {} : { after }) })
        seen.push(...page.bookings.map((one) => one.id))
        after = page.nextCursor ?? undefined
      } while (after !== undefined)
      expect(seen.toSorted()).toEqual(ids.toSorted())
      desk.pass(30 * DAY)
    }
  })

  test('one query for a page, whatever its length', async () => {
    for (const day of [3, 4, 5]) await ask(desk, client, dj, day)
    const statements: string[] = []
    const counting = createDesk(
      db.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node.kind)
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }),
    )
    expect((await counting.as(client).list({ when: 'ahead' })).bookings).toHaveLength(3)
    expect(statements).toHaveLength(1)
  })

  test('a place that is none is refused', async () => {
    await expect(desk.as(client).list({ when: 'ahead', after: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

test('the counts say who waits for whom, and which answer is due first', async () => {
  expect(await desk.as(client).counts()).toMatchObject({ all: 0, next: null })
  const later = await ask(desk, client, dj, 9)
  const first = await ask(desk, client, dj, 4)
  await agree(desk, client, dj, 6)
  const offered = await ask(desk, client, dj, 12)
  await desk.as(dj).offer({ id: offered, steps: 1, terms: termsAt(desk, 12) })
  expect(await desk.as(dj).counts()).toMatchObject({
    all: 4,
    pending: 3,
    confirmed: 1,
    completed: 0,
    cancelled: 0,
    awaitingYou: 2,
    awaitingThem: 1,
    next: { id: first },
  })
  expect(await desk.as(client).counts()).toMatchObject({
    awaitingYou: 1,
    awaitingThem: 2,
    next: { id: offered },
  })
  await desk.as(dj).decline({ id: first, steps: 1 })
  expect(await desk.as(dj).counts()).toMatchObject({ cancelled: 1, next: { id: later } })
})

test('a counter-offer is told what else the DJ has, and only the DJ', async () => {
  const id = await ask(desk, client, dj, 27)
  await agree(desk, client, dj, 20)
  const offered = await ask(desk, client, dj, 28)
  await desk.as(dj).offer({ id: offered, steps: 1, terms: termsAt(desk, 28) })
  await desk.as(dj).hold({ day: '2026-12-24', note: 'Family' })
  expect((await desk.as(dj).get({ id })).clashes).toEqual([
    { day: '2026-12-11', state: 'booked', title: 'Club Night', location: 'The Cistern, Berlin' },
    { day: '2026-12-19', state: 'held', title: 'Club Night', location: 'The Cistern, Berlin' },
    { day: '2026-12-24', state: 'held', title: 'Family', location: '' },
  ])
  expect((await desk.as(client).get({ id })).clashes).toEqual([])
})

test('a completed night can be reviewed and is counted', async () => {
  const id = await agree(desk, client, dj, 2)
  desk.pass(3 * DAY)
  await completeBookings(desk.services)
  expect(await desk.as(dj).counts()).toMatchObject({ completed: 1 })
  const { bookings } = await desk.as(dj).list({ when: 'past' })
  expect(bookings).toMatchObject([{ id, status: 'completed', canReview: true }])
})
