import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashPassword } from '~/features/identity/server/public'
import { refusalOf } from '~tests/support/refusal'
import { insertDraft, insertMember, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const { db } = dashboard
const password = 'slipped-halves'

test.each([
  [
    'is settled',
    (id: string) => sql`insert into settlements (event_id, sheet) values (${id}, '{}')`.execute(db),
  ],
  [
    'owes money',
    (id: string) =>
      sql`select post_to_ledger('dispute_fee', ${`fee:${id}`}, null, array['organizer', 'provider'], array[1500, -1500], 0, ${id})`.execute(
        db,
      ),
  ],
])('an event that %s stays with its organizer, and the debt with it', async (_, change) => {
  const ilse = await insertMember(db, { name: 'Ilse Brandt' })
  const kit = await insertMember(db, { name: 'Kit Marlowe' })
  await sql`update accounts set password_hash = ${await hashPassword(password)} where id = ${ilse.id}::uuid`.execute(
    db,
  )
  const id = await insertDraft(dashboard, ilse)
  await change(id)
  const { code } = await refusalOf(dashboard.as(ilse).handOver({ id, personId: kit.id, password }))
  expect(code).toBe('SETTLED')
})
