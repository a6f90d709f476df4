import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { nightEnd } from '../rules/night-end'
import { nightEndIn } from './night-end'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

test('rule and statement say alike when a night is over', async () => {
  const startsAt = new Date('2026-12-05T23:00:00Z')
  for (const [endsAt, ends] of [
    [null, '2026-12-06T11:00:00.000Z'],
    [new Date('2026-12-06T05:00:00Z'), '2026-12-06T05:00:00.000Z'],
    [new Date('2026-12-07T18:00:00Z'), '2026-12-07T18:00:00.000Z'],
  ] as const) {
    const { rows } = await sql<{ ends: Date }>`
      select ${nightEndIn('n')} as ends from (select ${startsAt}::timestamptz as event_date, ${endsAt}::timestamptz as ends_at) n`.execute(
      db,
    )
    expect(rows[0]?.ends.toISOString()).toBe(ends)
    expect(nightEnd({ startsAt, endsAt }).toISOString()).toBe(ends)
    expect(nightEnd({ startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null })).toEqual(
      new Date(ends),
    )
  }
})
