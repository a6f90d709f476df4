import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller, openShop } from '~tests/support/shop'
import { downloadCsv } from '~tests/support/download-csv'
import { openBooks, postAt } from '../testing'
import { createYearCsvRoute } from './year-route'

const { db } = await openShop()
const now = new Date('2026-12-14T12:00:00Z')

const download = (caller: Caller | null, search: Record<string, string>) =>
  downloadCsv(
    createYearCsvRoute({ db }, () => now),
    { caller, search },
  )

test('the file has each month’s sums by line, which add up from the opening to the closing balance', async () => {
  const { organizer, eventId } = await openBooks(db)
  await sql`update events set tax_mode = 'included', tax_ppm = 190000 where id = ${eventId}`.execute(db)
  await postAt(db, eventId, { at: '2025-12-31T12:00:00Z', cents: 10_000 })
  await postAt(db, eventId, { at: '2026-02-10T12:00:00Z', cents: 2_000 })
  await postAt(db, eventId, { at: '2026-02-11T12:00:00Z', cents: 1_050 })
  await postAt(db, eventId, { at: '2026-02-12T12:00:00Z', cents: -50, kind: 'provider_fee' })
  await postAt(db, eventId, { at: '2026-12-01T12:00:00Z', cents: -2_000, kind: 'refund' })
  const { rows } = await download(organizer, { year: '2026', currency: 'USD' })
  expect(rows.map(Object.values)).toEqual([
    ['2026-01', 'Opening balance', '', '', '100', '', 'USD'],
    ['2026-02', 'Ticket sales', '2', '0', '30.5', '4.87', 'USD'],
    ['2026-02', 'Processing fees', '1', '0', '-0.5', '0', 'USD'],
    ['2026-12', 'Refunds', '1', '0', '-20', '-3.19', 'USD'],
    ['2026-12', 'Balance', '', '', '110', '', 'USD'],
  ])
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Month',
    'Entry',
    'Number of entries',
    'Tickets',
    'Amount',
    'Tax in amount',
    'Currency',
  ])
  const before = await download(organizer, { year: '2025' })
  expect(before.rows.map(({ Month, Amount }) => [Month, Amount])).toEqual([
    ['2025-01', '0'],
    ['2025-12', '100'],
    ['2025-12', '100'],
  ])
})

test('the file has one currency, and only the caller’s own money', async () => {
  const { organizer, eventId } = await openBooks(db)
  await sql`update events set currency = 'JPY' where id = ${eventId}`.execute(db)
  await postAt(db, eventId, { at: '2026-02-10T12:00:00Z', cents: 5_000 })
  const readClosing = async (caller: Caller, input: Record<string, string>) =>
    (await download(caller, { year: '2026', ...input })).rows.at(-1)
  expect(await readClosing(organizer, {})).toMatchObject({ Amount: '5000', Currency: 'JPY' })
  expect(await readClosing(organizer, { currency: 'EUR' })).toMatchObject({ Amount: '0', Currency: 'EUR' })
  const other: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  expect(await readClosing(other, { currency: 'JPY' })).toMatchObject({ Amount: '0' })
})

test('the file is refused for a future year, without a year, and for unknown parameters', async () => {
  const { organizer } = await openBooks(db)
  expect((await download(organizer, { year: '2027' })).status).toBe(404)
  expect((await download(null, { year: '2026' })).status).toBe(404)
  for (const input of [{}, { year: '26' }, { year: '2026', currency: 'XYZ' }, { year: '2026', kind: 'fees' }])
    expect((await download(organizer, input as Record<string, string>)).status).toBe(400)
})
