import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { readLastEventNumber } from '../event-numbers'
import { insertPersonId, insertRoom } from '../testing'
import { startProcess } from './testing'
import { trimEvents } from './trim'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('deletes events after three days and records the last deleted number', async () => {
  const { db } = database
  const one = startProcess(db)
  const ana = await insertPersonId(db)
  const roomId = await insertRoom(db, { members: [ana] })
  const seqs: number[] = []
  for (let count = 0; count < 6; count += 1) seqs.push(await one.post(roomId, ana, `message ${count}`))
  expect(await trimEvents(db)).toBe(0)
  await sql`update chat_events set created_at = now() - interval '73 hours' where seq <= ${seqs[3]}`.execute(
    db,
  )
  await sql`update chat_events set created_at = now() - interval '71 hours' where seq > ${seqs[3]}`.execute(
    db,
  )
  // The first run only marks the events; the next run deletes them, in batches.
  expect(await trimEvents(db)).toBe(0)
  expect(await trimEvents(db, 3)).toBe(4)
  expect(await trimEvents(db)).toBe(0)
  const { rows } = await sql`select seq from chat_events order by seq`.execute(db)
  expect(rows).toEqual(seqs.slice(4).map((seq) => ({ seq })))
  const { rows: clocks } = await sql`select trimmed_seq as trimmed from chat_clock`.execute(db)
  expect(clocks).toEqual([{ trimmed: seqs[3] }])
  const tabs = [
    await one.follow(ana, { after: seqs[3] ?? 0 }),
    await one.follow(ana, { after: seqs[2] ?? 0 }),
  ]
  expect(tabs[0]?.numbers()).toEqual(seqs.slice(4))
  expect(tabs[1]?.events).toMatchObject([{ event: 'reset', id: await readLastEventNumber(db) }])
  one.close()
})
