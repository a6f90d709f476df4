import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBooks, postAt } from '~/features/settlements/server/testing'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller, openShop } from '~tests/support/shop'
import { downloadCsv } from '~tests/support/download-csv'
import { accountLabels, ledgerKindLabels } from '../../rules/ledger-labels'
import { createLedgerExportRoute } from './export-ledger'

const { db } = await openShop()
const admin: Caller = { ...(await insertCaller(db)), roles: ['admin'] }

const exportLedger = (search: Record<string, string>) =>
  downloadCsv(createLedgerExportRoute({ db }), { caller: admin, search })

test('the file has both sides of every transaction of the month, in the main unit of each currency', async () => {
  const { eventId } = await openBooks(db)
  await sql`update events set timezone = 'Europe/Berlin', title = 'Low Ceiling' where id = ${eventId}`.execute(
    db,
  )
  const post = (at: string, cents: number, kind?: string) =>
    postAt(db, eventId, { at, cents, ...(kind && { kind }) })
  await post('2024-10-31T22:59:00Z', 100)
  await post('2024-10-31T23:30:00Z', 3_250)
  await post('2024-11-30T22:30:00Z', -1_050, 'refund')
  await post('2024-11-30T23:30:00Z', 700)
  const { rows } = await exportLedger({ month: '2024-11' })
  expect(rows.map((row) => [row['Day'], row['Type'], row['Event'], row['Account'], row['Amount']])).toEqual([
    ['2024-11-01', 'Sale', 'Low Ceiling', 'Organizer', '-32.5'],
    ['2024-11-01', 'Sale', 'Low Ceiling', 'Payment provider', '32.5'],
    ['2024-11-30', 'Refund', 'Low Ceiling', 'Organizer', '10.5'],
    ['2024-11-30', 'Refund', 'Low Ceiling', 'Payment provider', '-10.5'],
  ])
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Date (UTC)',
    'Day',
    'Transaction',
    'Type',
    'Event',
    'Order',
    'Account',
    'Amount',
    'Currency',
    'Ledger entry',
  ])
  expect(rows[0]).toMatchObject({ 'Date (UTC)': '2024-10-31T23:30:00.000Z', Order: '', Currency: 'USD' })
})

test('names the order, amounts in yen have no decimals, and no person is named', async () => {
  const { eventId, shop, sale, organizer } = await openBooks(db)
  const buyer = await insertCaller(db)
  const orderId = await shop.buy(buyer, sale, [1])
  await sql`
    with t as (
      insert into ledger_transactions (kind, source, event_id, order_id, day)
      values ('settlement', 'test:yen', ${eventId}, ${orderId}, '2024-09-12') returning id
    )
    insert into ledger_entries (transaction_id, account, event_id, person_id, currency, amount)
    select t.id, 'organizer', ${eventId}::uuid, null::uuid, 'JPY', 4500 from t
    union all select t.id, 'payable', ${eventId}, ${organizer.id}, 'JPY', -4500 from t`.execute(db)
  const { rows } = await exportLedger({ month: '2024-09' })
  expect(rows.map((row) => [row['Account'], row['Amount'], row['Currency']])).toEqual([
    ['Organizer', '4500', 'JPY'],
    ['Payouts due', '-4500', 'JPY'],
  ])
  expect(rows[0]?.['Order']).toMatch(/^OR-\d{4}-\d+$/)
  const text = JSON.stringify(rows)
  for (const person of [buyer, organizer]) expect(text).not.toContain(person.id)
})

test('exports more transactions than one query returns, each one once and completely', async () => {
  const { eventId } = await openBooks(db)
  await sql`
    with t as (
      insert into ledger_transactions (kind, source, event_id, day)
      select 'sale', 'test:many:' || n, ${eventId}, date '2024-07-01' + n % 31 from generate_series(1, 2100) n returning id
    )
    insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select t.id, x.account, ${eventId}, 'USD', x.amount
    from t, (values ('organizer', -700), ('provider', 700)) x(account, amount)`.execute(db)
  const { rows } = await exportLedger({ month: '2024-07' })
  expect(new Set(rows.map((row) => row['Ledger entry'])).size).toBe(4200)
  expect(rows).toHaveLength(4200)
  expect(rows.reduce((sum, row) => sum + Number(row['Amount']), 0)).toBe(0)
  const days = rows.map((row) => row['Day'] ?? '')
  expect(days).toEqual(days.toSorted((a, b) => a.localeCompare(b)))
})

test('records the export and its month, and refuses anything but a month', async () => {
  for (const input of [{}, { month: '2024-13' }, { month: '2024' }, { month: '2024-07', event: 'x' }])
    expect((await exportLedger(input as Record<string, string>)).status).toBe(400)
  const count = () =>
    db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'money.export_ledger')
      .where('details', '@>', JSON.stringify({ month: '2024-06' }) as never)
      .execute()
  expect(await count()).toEqual([])
  expect(await exportLedger({ month: '2024-06' })).toMatchObject({ status: 200, rows: [] })
  expect(await count()).toEqual([{ details: { month: '2024-06' } }])
})

test('every kind and account of the database has a label', async () => {
  const listAllowed = async (table: string, column: string) => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = ${table}::regclass and conname = ${`${table}_${column}_check`}`.execute(db)
    return [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'::text/gu)].map(([, value]) => value)
  }
  expect(Object.keys(ledgerKindLabels)).toEqual(await listAllowed('ledger_transactions', 'kind'))
  expect(Object.keys(accountLabels)).toEqual(await listAllowed('ledger_entries', 'account'))
})
