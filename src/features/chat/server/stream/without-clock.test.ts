import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { untilBlocked } from '~tests/support/lock-waits'
import { newId } from '~/lib/ids'
import { appendEvents } from '../append-events'
import { takeEventNumbers } from '../event-numbers'
import { insertPersonId, insertRoom } from '../testing'
import { soon, startProcess } from './testing'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('control: without the clock, a number committed after a higher one is lost', async () => {
  const { db } = database
  const ana = await insertPersonId(db)
  // Numbers events from a plain sequence instead of the chat clock, and reads them like tail.ts: after the highest
  // number seen.
  await sql`create table plain_events (seq bigint generated always as identity primary key, what text)`.execute(
    db,
  )
  const seen: string[] = []
  let highest = 0
  const look = async () => {
    const { rows } = await sql<{ seq: number; what: string }>`
      select seq, what from plain_events where seq > ${highest} order by seq`.execute(db)
    for (const { seq, what } of rows) {
      seen.push(what)
      highest = seq
    }
  }
  const slowHasNumber = Promise.withResolvers<void>()
  const fastIsCommitted = Promise.withResolvers<void>()
  const slow = db.transaction().execute(async (trx) => {
    await sql`insert into plain_events (what) values ('slow')`.execute(trx)
    slowHasNumber.resolve()
    await fastIsCommitted.promise
  })
  await slowHasNumber.promise
  await sql`insert into plain_events (what) values ('fast')`.execute(db)
  await look()
  fastIsCommitted.resolve()
  await slow
  await look()
  expect(seen).toEqual(['fast'])

  // The same writers with the chat clock: the second one gets its number only after the first one commits, so no
  // event is lost.
  const roomId = await insertRoom(db, { members: [ana] })
  const one = startProcess(db, { pollMs: 20 })
  const tab = await one.follow(ana)
  const slowLocked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const write = (wait?: () => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      const numbers = await takeEventNumbers(trx)
      await wait?.()
      await appendEvents(trx, [{ seq: numbers.first, kind: 'deleted', roomId, messageId: newId() }])
      return numbers.first
    })
  const first = write(async () => {
    slowLocked.resolve()
    await goOn.promise
  })
  await slowLocked.promise
  const second = write()
  await untilBlocked(db)
  goOn.resolve()
  const numbers = [await first, await second]
  await soon(() => tab.numbers()).toEqual(numbers)
  one.close()
})
