import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { insertCaller, openShop } from '~tests/support/shop'
import { downloadCsv } from '~tests/support/download-csv'
import { openBooks, postAt } from '../testing'
import { createMoneyCsvRoute } from './csv-route'

const { db } = await openShop()

const download = (caller: Caller | null, search: Record<string, string>) =>
  downloadCsv(createMoneyCsvRoute({ db }), { caller, search })

test('the file contains the filtered entries, with amounts as numbers and formulas escaped', async () => {
  const { organizer, eventId, sell, shop } = await openBooks(db)
  await sql`update events set title = '=1+1' where id = ${eventId}`.execute(db)
  const orderId = await sell([2, 1])
  await shop.as(organizer).refunds.order({ orderId, reason: 'Ill' })
  await postAt(db, eventId, { at: '2026-03-05T12:00:00Z', cents: 1050 })
  const { rows } = await download(organizer, { kind: 'refunds', q: '' })
  expect(rows).toEqual([
    {
      'Date (UTC)': expect.stringMatching(/^20\d\d-.*Z$/u),
      Day: expect.stringMatching(/^20\d\d-\d\d-\d\d$/u),
      Event: "'=1+1",
      Entry: 'Refunds',
      Order: expect.stringMatching(/^OR-/u),
      Tickets: '3',
      Amount: '-42',
      'Tax in amount': '0',
      Currency: 'USD',
      'Ledger entry': expect.stringMatching(/^\d+$/u),
    },
  ])
  expect((await download(organizer, { month: '2026-03', event: eventId })).rows).toMatchObject([
    { 'Date (UTC)': '2026-03-05T12:00:00.000Z', Entry: 'Ticket sales', Order: '', Amount: '10.5' },
  ])
})

test('the day, and therefore the month, is that of the event’s time zone', async () => {
  const { organizer, eventId } = await openBooks(db)
  await sql`update events set timezone = 'Europe/Berlin' where id = ${eventId}`.execute(db)
  await postAt(db, eventId, { at: '2026-03-31T22:30:00Z', cents: 100 })
  expect((await download(organizer, { month: '2026-03' })).rows).toEqual([])
  expect((await download(organizer, { month: '2026-04' })).rows).toMatchObject([
    { 'Date (UTC)': '2026-03-31T22:30:00.000Z', Day: '2026-04-01' },
  ])
})

test('yen have no decimals', async () => {
  const { organizer, eventId } = await openBooks(db)
  await sql`update events set currency = 'JPY' where id = ${eventId}`.execute(db)
  await postAt(db, eventId, { at: '2026-03-05T12:00:00Z', cents: 1050 })
  const { rows } = await download(organizer, { month: '2026-03', currency: 'JPY' })
  expect(rows).toMatchObject([{ Amount: '1050', Currency: 'JPY' }])
})

test('sales and refunds have tax, fees have none', async () => {
  const { organizer, eventId } = await openBooks(db)
  await sql`update events set tax_mode = 'added', tax_ppm = 88750 where id = ${eventId}`.execute(db)
  await postAt(db, eventId, { at: '2026-03-05T12:00:00Z', cents: 1742 })
  await postAt(db, eventId, { at: '2026-03-06T12:00:00Z', cents: -1742, kind: 'refund' })
  await postAt(db, eventId, { at: '2026-03-07T12:00:00Z', cents: -55, kind: 'provider_fee' })
  const { rows } = await download(organizer, { month: '2026-03' })
  expect(rows).toMatchObject([
    { Amount: '-0.55', 'Tax in amount': '0' },
    { Amount: '-17.42', 'Tax in amount': '-1.42' },
    { Amount: '17.42', 'Tax in amount': '1.42' },
  ])
})

test('the file is refused for another person’s event and for unknown filters', async () => {
  const { organizer, eventId, sell } = await openBooks(db)
  await sell([1, 0])
  const other: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  expect((await download(other, { event: eventId })).status).toBe(404)
  expect((await download(other, { event: 'nothing' })).status).toBe(404)
  expect((await download(null, {})).status).toBe(404)
  expect(await download(other, {})).toMatchObject({ status: 200, rows: [] })
  for (const filters of [{ month: 'May' }, { kind: 'all' }, { line: 'tips' }, { events: eventId }])
    expect((await download(organizer, filters as Record<string, string>)).status).toBe(400)
})
