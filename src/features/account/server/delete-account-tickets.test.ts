import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, getPersonId } from '~demo/people'
import { newId } from '~/lib/ids'
import { startTestApp } from '~tests/support/app'
import { createApiCaller } from './testing'

const app = await startTestApp()
const { db } = app
afterAll(app.stop)
let callApi: ReturnType<typeof createApiCaller>
const remove = (id: string) => callApi('POST', `admin/users/${id}/remove`, { password: DEMO_PASSWORD })

beforeAll(async () => {
  callApi = createApiCaller(app, await app.signIn('admin'))
})

test('deleting an account ends its unpaid order and releases the stock', async () => {
  const customer = getPersonId('customer')
  const held = await db
    .selectFrom('ticket_types')
    .selectAll()
    .where('price_cents', '>', 0)
    .whereRef('quantity_sold', '<', 'quantity_total')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const cookie = await app.signIn('customer')
  const reserved = await fetch(`${app.address}/api/v1/orders`, {
    method: 'POST',
    headers: { cookie, origin: app.address, 'content-type': 'application/json' },
    body: JSON.stringify({
      eventId: held.event_id,
      clientKey: newId(),
      items: [{ ticketTypeId: held.id, quantity: 1 }],
    }),
  })
  const status = reserved.status
  const countStock = () =>
    db.selectFrom('ticket_types').select('quantity_held').where('id', '=', held.id).executeTakeFirstOrThrow()
  if (status < 300) expect(await countStock()).toEqual({ quantity_held: held.quantity_held + 1 })
  expect(await remove(customer)).toMatchObject({ status: 200 })
  expect((await countStock()).quantity_held).toBeLessThanOrEqual(held.quantity_held)
  expect(status).toBeLessThan(300)
})

test('deleting an account succeeds despite a deadlock with a simultaneous purchase by the same person', async () => {
  const id = newId()
  await sql`insert into accounts (id, email) values (${id}, 'late@buyer.example')`.execute(db)
  await sql`insert into profiles (id, full_name, email) values (${id}, 'Late Buyer', 'late@buyer.example')`.execute(
    db,
  )
  const type = await db.selectFrom('ticket_types').select(['id', 'event_id']).executeTakeFirstOrThrow()
  const order = newId()
  await sql`select * from reserve_orders(${type.event_id}, interval '10 minutes', 0, 0, true, array[${order}::uuid], array[${id}::uuid],
    array[gen_random_uuid()], array['Late Buyer'], array['late@buyer.example'], array[${type.id}::uuid], array[1], array[1], array[1])`.execute(
    db,
  )
  let removing: ReturnType<typeof remove> | undefined
  await db.transaction().execute(async (trx) => {
    // Makes the purchase check for deadlocks later than the deletion, so that PostgreSQL cancels the deletion.
    await sql`set local deadlock_timeout = '30s'`.execute(trx)
    await sql`select from ticket_types where id = ${type.id} for update`.execute(trx)
    removing = remove(id)
    const isWaiting = sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await isWaiting.execute(db)).rows.length, { timeout: 10_000 }).toBe(1)
    // Takes the same lock that an order takes on its customer.
    await sql`select from profiles where id = ${id} for key share`.execute(trx)
  })
  expect(await removing).toMatchObject({ status: 200 })
  expect(await db.selectFrom('profiles').select('id').where('id', '=', id).execute()).toEqual([])
})

test('deleting an account leaves its waitlists and cancels ticket transfers from and to the person', async () => {
  const [id, friend] = [newId(), newId()]
  for (const [person, email] of [
    [id, 'waits@line.example'],
    [friend, 'friend@line.example'],
  ] as const) {
    await sql`insert into accounts (id, email, email_verified_at) values (${person}, ${email}, now())`.execute(
      db,
    )
    await sql`insert into profiles (id, full_name, email) values (${person}, 'Robin Vale', ${email})`.execute(
      db,
    )
  }
  const type = await db
    .selectFrom('ticket_types')
    .select(['id', 'waiting'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await sql`insert into waitlist_entries (ticket_type_id, customer_id, quantity) values (${type.id}, ${id}, 2)`.execute(
    db,
  )
  const { rows: tickets } = await sql<{ id: string }>`
    select id from tickets t where status = 'valid'
      and not exists (select from ticket_transfers p where p.ticket_id = t.id) order by id limit 3`.execute(
    db,
  )
  const offers = [
    [id, 'somebody@line.example'],
    [friend, 'waits@line.example'],
    [friend, 'stays@line.example'],
  ] as const
  for (const [n, [from, email]] of offers.entries()) {
    await sql`update tickets set customer_id = ${from} where id = ${tickets[n]?.id}`.execute(db)
    await sql`insert into ticket_transfers (ticket_id, from_id, to_email, token_hash)
      values (${tickets[n]?.id}, ${from}, ${email}, sha256(${email}::bytea))`.execute(db)
  }
  expect(await remove(id)).toMatchObject({ status: 200 })
  const after = await db
    .selectFrom('ticket_types')
    .select('waiting')
    .where('id', '=', type.id)
    .executeTakeFirstOrThrow()
  expect(after.waiting).toBe(type.waiting)
  const left = await db
    .selectFrom('ticket_transfers')
    .select(['status', 'to_email'])
    .where(
      'ticket_id',
      'in',
      tickets.map((ticket) => ticket.id),
    )
    .orderBy('to_email')
    .execute()
  expect(left.map(({ status, to_email: to }) => [status, to])).toEqual([
    ['withdrawn', ''],
    ['withdrawn', 'somebody@line.example'],
    ['pending', 'stays@line.example'],
  ])
})
