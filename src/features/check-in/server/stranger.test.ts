import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { checkIn } from './check-in'
import { doorRequest, findDoorFaults, insertNight, type Night } from '~tests/support/check-in-data'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

const code = (night: Night, at: number, who = night.doorman) =>
  doorRequest(night, { kind: 'code', secret: night.tickets[at]?.secret ?? null, byId: who.id })

async function countIn({ eventId }: Night): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from check_ins where event_id = ${eventId})::integer as count`.execute(db)
  return rows[0]?.count
}

test('whoever may not work the door is told nothing, and nothing is written', async () => {
  const night = await insertNight(db)
  const other = await insertNight(db)
  const act = code(night, 0, other.doorman)
  expect(await checkIn(db, night.eventId, [act])).toEqual([undefined])
  expect(await checkIn(db, night.eventId, [act, code(night, 0, other.organizer)])).toEqual([
    undefined,
    undefined,
  ])
  expect(await checkIn(db, newId(), [code(night, 0)])).toEqual([undefined])
  expect(await countIn(night)).toBe(0)
  expect(await checkIn(db, night.eventId, [{ ...act, byId: night.doorman.id }])).toMatchObject([
    { answer: 'in' },
  ])
})

test('… from the moment that they may no more', async () => {
  const night = await insertNight(db, { tickets: 2 })
  expect(await checkIn(db, night.eventId, [code(night, 0)])).toMatchObject([{ answer: 'in' }])
  await sql`delete from event_people where event_id = ${night.eventId}`.execute(db)
  expect(await checkIn(db, night.eventId, [code(night, 1)])).toEqual([undefined])
  expect(await countIn(night)).toBe(1)
})

test('a stranger harms nobody who travels in the same batch', async () => {
  const night = await insertNight(db, { tickets: 3 })
  const { doorman: stranger } = await insertNight(db)
  const answers = await checkIn(db, night.eventId, [
    code(night, 0, stranger),
    code(night, 1),
    code(night, 2, stranger),
    code(night, 0, night.organizer),
  ])
  expect(answers.map((answer) => answer?.answer)).toEqual([undefined, 'in', undefined, 'in'])
  const [first, second] = night.tickets
  expect(answers.map((answer) => answer?.ticket?.id)).toEqual([undefined, second?.id, undefined, first?.id])
  expect(await findDoorFaults(db, night.eventId)).toEqual([])
})
