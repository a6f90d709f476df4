import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'

let own: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('every foreign key that a delete has to check has an index', async () => {
  const { rows } = await sql<{ key: string }>`
    select f.conrelid::regclass || '.' || a.attname as key
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace and not exists (
      -- A partial index helps only if it omits just the rows whose key is null.
      select from pg_index i where i.indrelid = f.conrelid and i.indkey[0] = f.conkey[1]
        and coalesce(pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname), true)
    ) order by 1`.execute(own.db)
  expect(rows.map(({ key }) => key)).toEqual([
    // These tables have a few hundred rows: a delete can scan them without an index.
    'chat_mutes.user_id',
    'chat_rooms.created_by',
    'invite_requests.answered_by',
    'invite_requests.invitation_id',
    // A partial index covers published rows, which is what pages read; only deleting an account reads the rest.
    'reviews.subject_id',
    'settings.updated_by',
    // Every sale would pay for an index that only the removal of a ticket type uses.
    'tickets.ticket_type_id',
  ])
})

test('a pending address or number is found through an index, because anyone can request another email for it', async () => {
  const { rows } = await sql<{ key: string }>`
    select a.attname as key from pg_attribute a where a.attrelid = 'accounts'::regclass and a.attname in ('new_email', 'new_phone')
    and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indkey[0] = a.attnum)`.execute(
    own.db,
  )
  expect(rows).toEqual([])
})
