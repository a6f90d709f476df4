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
  return {
    ilse,
    kit,
    id,
    transfer: (eventId = id) => dashboard.as(ilse).handOver({ id: eventId, personId: kit.id, password }),
  }
}

const postFee = (id: string, cents: number) =>
  sql`select post_to_ledger('dispute_fee', ${`fee:${id}`}, null, array['organizer', 'provider'], array[${cents}, ${-cents}]::bigint[], 0, ${id})`.execute(
    db,
  )

test('refuses to transfer a settled event', async () => {
  const { id, transfer } = await insertOrganizer()
  await sql`insert into settlements (event_id, sheet) values (${id}, '{}')`.execute(db)
  expect((await refusalOf(transfer())).code).toBe('SETTLED')
})

test('refuses to transfer an event that has income while another owes money, or that owes money itself', async () => {
  const { ilse, id, transfer } = await insertOrganizer()
  await postFee(id, -5000)
  const owing = await insertDraft(dashboard, ilse)
  await postFee(owing, 1500)
  expect((await refusalOf(transfer())).code).toBe('OWING')
  expect((await refusalOf(transfer(owing))).code).toBe('OWING')
  const empty = await insertDraft(dashboard, ilse)
  await transfer(empty)
  expect((await refusalOf(transfer(empty))).code).toBe('NOT_FOUND')
})

test('refuses to transfer an event while a booking waits for an answer: its terms would cost the new organizer', async () => {
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
