import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { storeCheckIns } from './store-check-ins'
import {
  checkInRequest,
  findCheckInFaults,
  insertEvent,
  type CheckInData,
} from '~tests/support/check-in-data'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const buildScan = (event: CheckInData, at: number, person = event.checkInStaff) =>
  checkInRequest(event, { kind: 'code', secret: event.tickets[at]?.secret ?? null, byId: person.id })

async function countIn({ eventId }: CheckInData): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from check_ins where event_id = ${eventId})::integer as count`.execute(db)
  return rows[0]?.count
}

test('a person who may not check in gets no response, and nothing is written', async () => {
  const event = await insertEvent(db)
  const other = await insertEvent(db)
  const act = buildScan(event, 0, other.checkInStaff)
  expect(await storeCheckIns(db, event.eventId, [act])).toEqual([undefined])
  expect(await storeCheckIns(db, event.eventId, [act, buildScan(event, 0, other.organizer)])).toEqual([
    undefined,
    undefined,
  ])
  expect(await storeCheckIns(db, newId(), [buildScan(event, 0)])).toEqual([undefined])
  expect(await countIn(event)).toBe(0)
  expect(await storeCheckIns(db, event.eventId, [{ ...act, byId: event.checkInStaff.id }])).toMatchObject([
    { outcome: 'checked_in' },
  ])
})

test('check-in staff get no response from the moment they lose the permission', async () => {
  const event = await insertEvent(db, { tickets: 2 })
  expect(await storeCheckIns(db, event.eventId, [buildScan(event, 0)])).toMatchObject([
    { outcome: 'checked_in' },
  ])
  await sql`delete from event_people where event_id = ${event.eventId}`.execute(db)
  expect(await storeCheckIns(db, event.eventId, [buildScan(event, 1)])).toEqual([undefined])
  expect(await countIn(event)).toBe(1)
})

test('an unauthorized person does not affect others in the same batch', async () => {
  const event = await insertEvent(db, { tickets: 3 })
  const { checkInStaff: stranger } = await insertEvent(db)
  const results = await storeCheckIns(db, event.eventId, [
    buildScan(event, 0, stranger),
    buildScan(event, 1),
    buildScan(event, 2, stranger),
    buildScan(event, 0, event.organizer),
  ])
  expect(results.map((result) => result?.outcome)).toEqual([undefined, 'checked_in', undefined, 'checked_in'])
  const [first, second] = event.tickets
  expect(results.map((result) => result?.ticket?.id)).toEqual([undefined, second?.id, undefined, first?.id])
  expect(await findCheckInFaults(db, event.eventId)).toEqual([])
})
