import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashPassword } from '~/features/identity/server/public'
import { refusalOf } from '~tests/support/refusal'
import { insertDraft, insertMember, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const { db } = dashboard
const password = 'slipped-halves'

async function insertOrganizer() {
  const ilse = await insertMember(db, { name: 'Ilse Brandt' })
  const kit = await insertMember(db, { name: 'Kit Marlowe' })
  await sql`update accounts set password_hash = ${await hashPassword(password)} where id = ${ilse.id}::uuid`.execute(
    db,
  )
  const id = await insertDraft(dashboard, ilse)
  return { ilse, kit, id, transfer: () => dashboard.as(ilse).handOver({ id, personId: kit.id, password }) }
}

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
  const { id, transfer } = await insertOrganizer()
  await change(id)
  expect((await refusalOf(transfer())).code).toBe('SETTLED')
})

test('an event is transferred once its DJs have accepted its date: later terms would cost the new organizer', async () => {
  const { ilse, kit, id, transfer } = await insertOrganizer()
  const dj = await insertMember(db, { name: 'Mara Voss' })
  await sql`
    insert into bookings (client_id, dj_id, event_id, event_date, ends_at, timezone, event_type, location, awaiting_id, answer_by)
    select ${ilse.id}, ${dj.id}, id, event_date, event_date + interval '1 hour', timezone, 'Club Night', location, ${dj.id}, event_date
    from events where id = ${id}`.execute(db)
  expect((await refusalOf(transfer())).code).toBe('BOOKINGS_PENDING')
  await sql`
    update bookings set status = 'confirmed', awaiting_id = null, answer_by = null where event_id = ${id}`.execute(
    db,
  )
  await transfer()
  const { rows } = await sql`select organizer_id from events where id = ${id}`.execute(db)
  expect(rows).toEqual([{ organizer_id: kit.id }])
})
