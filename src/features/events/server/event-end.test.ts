import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { getEventEnd } from '../rules/event-end'
import { getEventEndSql } from './event-end'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

test('getEventEnd and its SQL version agree on when an event is over', async () => {
  const startsAt = new Date('2026-12-05T23:00:00Z')
  for (const [endsAt, ends] of [
    [null, '2026-12-06T11:00:00.000Z'],
    [new Date('2026-12-06T05:00:00Z'), '2026-12-06T05:00:00.000Z'],
    [new Date('2026-12-07T18:00:00Z'), '2026-12-07T18:00:00.000Z'],
  ] as const) {
    const { rows } = await sql<{ ends: Date }>`
      select ${getEventEndSql('n')} as ends from (select ${startsAt}::timestamptz as event_date, ${endsAt}::timestamptz as ends_at) n`.execute(
      db,
    )
    expect(rows[0]?.ends.toISOString()).toBe(ends)
    expect(getEventEnd({ startsAt, endsAt }).toISOString()).toBe(ends)
    expect(getEventEnd({ startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null })).toEqual(
      new Date(ends),
    )
  }
})
