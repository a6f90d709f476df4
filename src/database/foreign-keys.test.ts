import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from './testing'

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('whatever is deleted finds what points at it through an index', async () => {
  const { rows } = await sql<{ key: string }>`
    select f.conrelid::regclass || '.' || a.attname as key
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = f.conrelid and i.indkey[0] = f.conkey[1]
    ) order by 1`.execute(own.db)
  expect(rows.map(({ key }) => key)).toEqual([
    // Tables of some hundred rows.
    'chat_rooms.created_by',
    'invite_requests.answered_by',
    'invite_requests.invitation_id',
    'settings.updated_by',
    // Every sale would pay for an index that only taking a ticket type off sale for good would use.
    'tickets.ticket_type_id',
  ])
})
