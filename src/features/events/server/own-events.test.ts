import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { EVENT_ACTIONS } from '../rules/event-policy'
import { insertMember } from './dashboard/testing'
import { findOwnEvent } from './own-event'
import { findOwnEvents } from './own-events'
import { insertEvent } from './testing'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

/** Inserts two events with separate teams, except for one person who organizes the first and checks in at the second. */
async function insertTwo() {
  const people = await Promise.all(Array.from({ length: 5 }, () => insertMember(db)))
  const [first, host, manager, checkIn, stranger] = people.map(({ id }) => id)
  const one = await insertEvent(db, { organizer_id: first ?? null, dj_id: host ?? null, title: 'One' })
  const two = await insertEvent(db, { title: 'Two', event_status: 'draft' })
  await sql`insert into event_people (event_id, person_id, relation)
    values (${one}, ${manager}, 'manager'), (${one}, ${checkIn}, 'check_in'), (${one}, ${host}, 'check_in'), (${two}, ${first}, 'check_in')`.execute(
    db,
  )
  return { one, two, people: people.map(({ id }) => id), checkIn: checkIn ?? '', stranger: stranger ?? '' }
}

test('many requests in one statement return the same as separate requests, for every permission', async () => {
  const { one, two, people } = await insertTwo()
  const requests = [...people, ...people.toReversed(), newId()].flatMap((callerId) =>
    [one, 'no id', two, newId(), one].map((id) => ({ callerId, id })),
  )
  for (const act of EVENT_ACTIONS) {
    const alone = await Promise.all(
      requests.map(({ callerId, id }) => findOwnEvent(db, { id: callerId }, { id, act })),
    )
    expect(await findOwnEvents(db, requests, act)).toEqual(alone)
    expect(alone.filter((event) => event).length).toBeGreaterThan(0)
    expect(alone.filter((event) => !event).length).toBeGreaterThan(0)
  }
})

test('returns nothing for no requests or invalid ids', async () => {
  expect(await findOwnEvents(db, [], 'check_in')).toEqual([])
  expect(await findOwnEvents(db, [{ callerId: newId(), id: "'; drop table events" }], 'check_in')).toEqual([
    undefined,
  ])
})

test('returns nothing after a person was removed', async () => {
  const { one, checkIn } = await insertTwo()
  const requests = [{ callerId: checkIn, id: one }]
  expect(await findOwnEvents(db, requests, 'check_in')).toMatchObject([{ id: one, relations: ['check_in'] }])
  await sql`delete from event_people where person_id = ${checkIn}`.execute(db)
  expect(await findOwnEvents(db, requests, 'check_in')).toEqual([undefined])
})
