import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '~/database/connect'
import { insertEvent } from '~tests/support/event-shop'
import { openShop } from '~tests/support/shop'
import { insertPaidOrders, listInvoices, listNumbers, runInvoiceJob } from './testing'
import { issueInvoices } from './issue-invoices'

const { db, url } = await openShop()

/** Creates an event with a new organizer, whose invoices have their own prefix. */
async function openEvent(organizerName: string) {
  const { organizer, sale } = await insertEvent(db)
  await sql`update profiles set full_name = ${organizerName} where id = ${organizer.id}`.execute(db)
  const issue = (orderId: string) => ({
    orderId,
    issuedAt: new Date('2026-11-19T12:00:00Z'),
    platformName: 'Back to Back',
    platform: { name: 'Back to Back' },
  })
  return { organizer, sale, issue, insertOrders: (count: number) => insertPaidOrders(db, sale, count) }
}

const count = (until: number) => Array.from({ length: until }, (_, index) => index + 1)

/** Calls `take` 20 times with the numbers from 1, and ignores failures. */
async function countWithFailures(take: (n: number) => Promise<void>): Promise<void> {
  for (let n = 1; n <= 20; n += 1) await take(n).catch(() => undefined)
}

test(
  '1,000 invoices that two sellers issue concurrently have no gap and no duplicate number',
  { timeout: 120_000 },
  async () => {
    const event = await openEvent('Jonas Wirth')
    const ids = await event.insertOrders(1000)
    const processes = [1, 2, 3, 4].map((n) => connect({ url, poolSize: 4, name: `process ${n}` }))
    try {
      // Each process runs the job four times at once, because it has four connections.
      const runs = await Promise.all(
        processes.flatMap((process) => [1, 2, 3, 4].map(() => runInvoiceJob(process))),
      )
      // A run ends early if others have claimed all orders that it sees, so one more run handles the rest.
      const rest = await runInvoiceJob(db)
      expect(runs.reduce((sum, handled) => sum + handled, rest)).toBe(1000)
      expect(runs.filter((handled) => handled > 0).length).toBeGreaterThan(4)
    } finally {
      await Promise.all(processes.map((process) => process.destroy()))
    }
    const invoices = await listInvoices(db, ids)
    for (const [seller, prefix] of [
      ['organizer', 'JW'],
      ['platform', 'BB'],
    ]) {
      const own = invoices.filter((invoice) => invoice.seller === seller)
      expect(own.map(({ number }) => number)).toEqual(count(1000))
      expect(own.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
        count(1000).map((n) => `${prefix}-2026-${String(n).padStart(5, '0')}`),
      )
      expect(new Set(own.map(({ orderId }) => orderId)).size).toBe(1000)
    }
    expect(await runInvoiceJob(db)).toBe(0)
    expect(await listInvoices(db, ids)).toHaveLength(2000)
  },
)

test('a failed transaction leaves no gap in the invoice numbers', async () => {
  const event = await openEvent('Ada Rolled')
  const orders = await event.insertOrders(20)
  await countWithFailures((n) =>
    db.transaction().execute(async (trx) => {
      await issueInvoices(trx, event.issue(orders[n - 1] ?? ''))
      if (n % 5 === 0) throw new Error('the transaction fails')
    }),
  )
  const before = (await listInvoices(db, orders)).filter(({ seller }) => seller === 'organizer')
  expect(before.map(({ number }) => number)).toEqual(count(16))
  await runInvoiceJob(db)
  expect(await listNumbers(db, orders)).toEqual(
    expect.arrayContaining(count(20).map((n) => `AR-2026-${String(n).padStart(5, '0')}`)),
  )
})

test('control: a database sequence has gaps where transactions failed', async () => {
  await sql`create sequence control_numbers`.execute(db)
  await sql`create table control_invoices (number integer)`.execute(db)
  await countWithFailures((n) =>
    db.transaction().execute(async (trx) => {
      await sql`insert into control_invoices select nextval('control_numbers')`.execute(trx)
      if (n % 5 === 0) throw new Error('the transaction fails')
    }),
  )
  const { rows } = await sql<{ number: number }>`select number from control_invoices order by 1`.execute(db)
  expect(rows.map(({ number }) => number)).toEqual(count(20).filter((n) => n % 5 !== 0))
  await sql`drop table control_invoices`.execute(db)
  await sql`drop sequence control_numbers`.execute(db)
})

test('a job that is killed after it took a number leaves no gap, and the next job continues', async () => {
  const event = await openEvent('Kim Killed')
  const orders = await event.insertOrders(3)
  // The trigger ends the connection of the job between its second and third invoice.
  const victim = connect({ url, poolSize: 1, name: 'victim' })
  await sql`
    create function kill_victim() returns trigger language plpgsql as $$
    begin
      if current_setting('application_name') = 'victim' and (select count(*) from invoices where order_id = any(${sql.lit(`{${orders.join(',')}}`)}::uuid[])) > 2 then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger kill_victim after insert on invoices for each row execute function kill_victim()`.execute(
    db,
  )
  await expect(runInvoiceJob(victim)).rejects.toThrow('failed')
  await victim.destroy()
  await sql`drop trigger kill_victim on invoices`.execute(db)
  await sql`drop function kill_victim`.execute(db)
  // The first order has its invoices. The killed transaction left none.
  expect((await listInvoices(db, orders)).length).toBeLessThan(6)
  await runInvoiceJob(db)
  const own = (await listInvoices(db, orders)).filter(({ seller }) => seller === 'organizer')
  expect(own.map(({ invoiceNumber }) => invoiceNumber)).toEqual([
    'KK-2026-00001',
    'KK-2026-00002',
    'KK-2026-00003',
  ])
})

test('numbers restart each year in UTC, and a prefix that is already taken gets a digit', async () => {
  const first = await openEvent('Nia Year')
  const [before = '', after = ''] = await first.insertOrders(2)
  const issue = (orderId: string, issuedAt: string) =>
    db
      .transaction()
      .execute((trx) => issueInvoices(trx, { ...first.issue(orderId), issuedAt: new Date(issuedAt) }))
  await issue(before, '2026-12-31T23:59:59.999Z')
  await issue(after, '2027-01-01T00:00:00Z')
  const second = await openEvent('Noah Young')
  const third = await openEvent('Nell Yates')
  const others = [...(await second.insertOrders(1)), ...(await third.insertOrders(1))]
  await runInvoiceJob(db)
  const numbers = await listNumbers(db, [before, after, ...others])
  expect(numbers.filter((number) => number.startsWith('NY'))).toEqual(
    expect.arrayContaining(['NY-2026-00001', 'NY-2027-00001', 'NY2-2026-00001', 'NY3-2026-00001']),
  )
  await sql`update profiles set full_name = 'Zoe Other' where id = ${second.organizer.id}`.execute(db)
  const later = await second.insertOrders(1)
  await runInvoiceJob(db)
  expect(await listNumbers(db, later)).toContain('NY2-2026-00002')
})

test('concurrent first invoices of organizers with the same initials get different prefixes', async () => {
  const events = await Promise.all(count(6).map(() => openEvent('Quinn Xu')))
  const orders = await Promise.all(
    events.map(async (event) => ({ event, id: (await event.insertOrders(1))[0] ?? '' })),
  )
  await Promise.all(
    orders.map(({ event, id }) => db.transaction().execute((trx) => issueInvoices(trx, event.issue(id)))),
  )
  const numbers = await listNumbers(
    db,
    orders.map(({ id }) => id),
  )
  expect(numbers.filter((number) => number.startsWith('Q')).toSorted()).toEqual(
    ['QX', 'QX2', 'QX3', 'QX4', 'QX5', 'QX6'].map((prefix) => `${prefix}-2026-00001`).toSorted(),
  )
})

test.each([
  sql`update invoices set total_cents = 1, net_cents = 1`,
  sql`update invoices set invoice_number = 'XX-2026-00001'`,
  sql`delete from invoices`,
  sql`truncate invoices cascade`,
  sql`update invoice_series set last_number = last_number + 2`,
  sql`update invoice_series set last_number = last_number - 1`,
  sql`update invoice_sellers set prefix = 'XX' where prefix = 'NY'`,
])('refuses to change what was issued (%#)', async (statement) => {
  await expect(statement.execute(db)).rejects.toThrow(/is append-only/)
})
