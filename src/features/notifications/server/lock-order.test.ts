import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { settleNotifications } from './public'
import { createNotificationsHarness } from './testing'

const now = new Date('2026-11-21T02:00:00Z')
const mara = getPersonId('mara')
const subjectId = newId()
let db: Database
let drop: () => Promise<void>
let harness: ReturnType<typeof createNotificationsHarness>
let first: string
let last: string

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
  await seedDemo(db, { now, hashPassword: async () => 'hash' })
  harness = createNotificationsHarness(db, now)
})
afterAll(() => drop())
beforeEach(async () => {
  await db.deleteFrom('notifications').execute()
  first = newId()
  last = newId()
  // Stores the rows in reverse, so that a scan in storage order would lock the row with the last id first.
  for (const id of [last, first])
    await db
      .insertInto('notifications')
      .values({ id, user_id: mara, kind: 'room_request', subject_id: subjectId })
      .execute()
})

const settle = () => db.transaction().execute((trx) => settleNotifications(trx, { subjectId }))
const countWaiting = async () =>
  (
    await sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
  ).rows[0]?.count ?? 0

// Two statements that lock the same rows in different orders end in a deadlock.
test.each([
  ['settling', settle],
  ['marking all as read', () => harness.as('mara').markAllRead()],
  ['marking some as read', () => harness.as('mara').markRead({ ids: [last, first] })],
])(
  '%s locks rows in order of their ids, and holds no other row while it waits for the first',
  async (_action, change) => {
    let changed: Promise<unknown> = Promise.resolve()
    const free = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('notifications').where('id', '=', first).select('id').forUpdate().execute()
      changed = change()
      await expect.poll(countWaiting).toBe(1)
      return trx
        .selectFrom('notifications')
        .where('id', '=', last)
        .select('id')
        .forUpdate()
        .skipLocked()
        .execute()
    })
    await changed
    expect(free).toEqual([{ id: last }])
    const left = await db.selectFrom('notifications').where('read_at', 'is', null).select('id').execute()
    expect(left).toEqual([])
  },
)

test('settling and marking all as read at the same time never deadlock', async () => {
  for (let round = 0; round < 20; round += 1) {
    await db.updateTable('notifications').set({ read_at: null, settled_at: null }).execute()
    await Promise.all([settle(), harness.as('mara').markAllRead()])
  }
  const rows = await db.selectFrom('notifications').select(['read_at', 'settled_at']).execute()
  expect(rows.every((row) => row.read_at !== null && row.settled_at !== null)).toBe(true)
})
