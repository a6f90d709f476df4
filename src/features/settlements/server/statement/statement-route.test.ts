import { PDFiumLibrary } from '@hyzyla/pdfium'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestSettings } from '~/features/settings/server/testing'
import type { Currency } from '~/lib/currency'
import { formatBalance } from '~/lib/money'
import type { HttpResponse } from '~/platform/http/http-response'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { insertEvent } from '~tests/support/event-shop'
import { insertCaller, openShop } from '~tests/support/shop'
import { openBooks, openSettlement, postAt } from '../testing'
import { sendTransfers } from '../transfers/send-transfers'
import { createStatementRoute } from './statement-route'

const { db } = await openShop()
let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  return () => pdfium.destroy()
})

const now = new Date('2026-12-14T12:00:00Z')

async function download(caller: Caller | null, period: Record<string, string>): Promise<HttpResponse> {
  const scope = createScope(
    { requestId: 'req-1', ip: '127.0.0.1', headers: new Headers() },
    { log: createLog({ level: 'silent' }), resolveCaller: async () => caller },
  )
  const settings = createTestSettings()
  const response = await createStatementRoute({ db, settings }, () => now).handle({
    method: 'GET',
    params: {},
    search: new URLSearchParams(period),
    scope,
    readBody: async () => ({ bytes: Buffer.alloc(0) }),
  })
  return response as HttpResponse
}

async function open(caller: Caller, period: Record<string, string>) {
  const { status, headers, body } = await download(caller, period)
  expect(status).toBe(200)
  const document = await pdfium.loadDocument(Buffer.from(body))
  const pages = Array.from({ length: document.getPageCount() }, (_, page) =>
    document.getPage(page).getText().replaceAll(/\s+/g, ' '),
  )
  return { headers, pages, text: pages.join(' ') }
}

/** Reads from the ledger the balances before and after November, and November's sum of each kind. */
async function readLedger(organizer: Caller, currency: Currency) {
  const { rows } = await sql<{ kind: string; cents: number }>`
    select case when t.day < '2026-11-01' then 'before' else t.kind end as kind, (-sum(l.amount))::float8 as cents
    from ledger_entries l join ledger_transactions t on t.id = l.transaction_id join events e on e.id = l.event_id
    where e.organizer_id = ${organizer.id} and l.account = 'organizer' and l.currency = ${currency} and t.day < '2026-12-01'
    group by 1`.execute(db)
  const sums = new Map(rows.map(({ kind, cents }) => [kind, cents]))
  const format = (kind: string) => formatBalance(sums.get(kind) ?? 0, currency)
  const closing = rows.reduce((sum, { cents }) => sum + cents, 0)
  return { format, closing: formatBalance(closing, currency) }
}

/** Creates an organizer with two events in euros, and posts ledger entries in October, November and December. */
async function openNovember() {
  const books = await openBooks(db)
  const { eventId, organizer } = books
  const { eventId: earlier } = await insertEvent(db)
  await sql`
    update events set organizer_id = ${organizer.id}, currency = 'EUR', timezone = 'Europe/Berlin',
      title = case when id = ${eventId} then 'Low Ceiling' else 'Basement Weather' end,
      event_date = case when id = ${eventId} then '2026-12-11T22:00:00Z'::timestamptz else '2026-10-30T22:00:00Z'::timestamptz end,
      ends_at = null
    where id in (${eventId}, ${earlier})`.execute(db)
  await sql`update profiles set full_name = 'Jonas Wirth' where id = ${organizer.id}`.execute(db)
  await postAt(db, earlier, { at: '2026-10-20T12:00:00Z', cents: 118_420 })
  await postAt(db, earlier, { at: '2026-11-04T12:00:00Z', cents: -118_420, kind: 'refund' })
  await postAt(db, eventId, { at: '2026-11-02T12:00:00Z', cents: 140_000 })
  await postAt(db, eventId, { at: '2026-11-12T12:00:00Z', cents: 72_000 })
  await postAt(db, eventId, { at: '2026-11-29T12:00:00Z', cents: -5_273, kind: 'provider_fee' })
  // 1 December in Berlin.
  await postAt(db, eventId, { at: '2026-11-30T23:00:00Z', cents: 1_800 })
  return books
}

test('prints the month by event, with the sums of the ledger', async () => {
  const { organizer } = await openNovember()
  const { headers, pages, text } = await open(organizer, { month: '2026-11', currency: 'EUR' })
  const ledger = await readLedger(organizer, 'EUR')
  expect([ledger.format('before'), ledger.closing]).toEqual(['€1,184.20', '€2,067.27'])
  expect(pages).toHaveLength(1)
  const number = `ST-2026-11-${organizer.id.slice(-8).toUpperCase()}-EUR`
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${number}.pdf"`,
  })
  for (const part of [
    'Statement issued Monday 14 December 2026',
    '1–30 November 2026',
    number,
    'Organizer',
    'Jonas Wirth',
    'No payout account is connected',
    'All amounts in EUR',
    'Date Entry Details Amount',
    `1 Nov Opening balance ${ledger.format('before')}`,
    `Basement Weather, Fri 30 Oct ${ledger.format('refund')} 4 Nov Refunds 0 tickets ${ledger.format('refund')}`,
    'Low Ceiling, Fri 11 Dec €2,067.27',
    `2–12 Nov Ticket sales 0 tickets in 2 payments ${ledger.format('sale')}`,
    `29 Nov Processing fees 1 payment ${ledger.format('provider_fee')}`,
    `Opening balance ${ledger.format('before')} Ticket sales ${ledger.format('sale')} Refunds ${ledger.format('refund')} Processing fees ${ledger.format('provider_fee')} Closing balance ${ledger.closing}`,
    '1 of 1',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('VAT')
})

test('the statement of the current month shows today’s balance, and a future month has no statement', async () => {
  const { organizer } = await openNovember()
  const { text } = await open(organizer, {})
  expect(text).toContain('1–14 December 2026')
  expect(text).toContain('Opening balance €2,067.27 Ticket sales €18.00 Balance on 14 Dec €2,085.27')
  expect(text).not.toContain('Closing balance')
  expect((await download(organizer, { month: '2027-01' })).status).toBe(404)
})

test('the statement number has the prefix of the invoices, and the payout account is named', async () => {
  const { organizer } = await openNovember()
  await sql`insert into invoice_sellers (kind, profile_id, prefix) values ('organizer', ${organizer.id}, 'JW')`.execute(
    db,
  )
  await sql`
    insert into payees (user_id, provider, account_id, status, connected_at, bank_last4, country)
    values (${organizer.id}, 'stripe', 'acct_1', 'connected', now(), '3000', 'DE')`.execute(db)
  const { text } = await open(organizer, { month: '2026-11' })
  expect(text).toContain('ST-2026-11-JW-EUR')
  expect(text).toContain('Stripe payouts to DE, ending 3000')
})

test('names the organizer’s address, the tax in sales at each rate, and the fees that buyers paid', async () => {
  const { organizer, eventId } = await openNovember()
  const { eventId: reduced } = await insertEvent(db)
  await sql`
    update events set currency = 'EUR', organizer_id = ${organizer.id}, tax_mode = 'included',
      tax_ppm = case when id = ${eventId} then 190000 else 70000 end where id in (${eventId}, ${reduced})`.execute(
    db,
  )
  await postAt(db, reduced, { at: '2026-11-20T12:00:00Z', cents: 10_700 })
  await postAt(db, reduced, { at: '2026-11-21T12:00:00Z', cents: -1_070, kind: 'refund' })
  await postAt(db, eventId, { at: '2026-11-20T12:00:00Z', cents: 21_300, account: 'service_fees' })
  await postAt(db, eventId, {
    at: '2026-11-21T12:00:00Z',
    cents: -100,
    kind: 'refund',
    account: 'service_fees',
  })
  await sql`
    insert into billing_details (person_id, legal_name, address, country, tax_id)
    values (${organizer.id}, 'Wirth GmbH', ${'Weserstraße 12\n12047 Berlin'}, 'DE', 'DE 319 204 118')`.execute(
    db,
  )
  const { text } = await open(organizer, { month: '2026-11' })
  expect(text).toContain('Organizer Wirth GmbH Weserstraße 12, 12047 Berlin, Germany VAT DE 319 204 118')
  // 19% of €2,120.00 without tax, and 7% of €96.30.
  expect(text).toContain(
    'VAT in sales less refunds: €338.49 (19%), €6.30 (7%). Service fees from buyers, less refunds: €212.00. They belong to Back to Back and aren’t in this balance.',
  )
  const december = await open(organizer, { month: '2026-12' })
  expect(december.text).toContain('VAT in sales less refunds: €2.87 (19%).')
  expect(december.text).not.toContain('Service fees from')
})

test('a statement has one currency, and yen amounts have no decimals', async () => {
  const { organizer } = await openNovember()
  const { eventId } = await insertEvent(db)
  await sql`update events set organizer_id = ${organizer.id}, currency = 'JPY' where id = ${eventId}`.execute(
    db,
  )
  await postAt(db, eventId, { at: '2026-11-05T12:00:00Z', cents: 5_000 })
  const { text } = await open(organizer, { month: '2026-11', currency: 'JPY' })
  const ledger = await readLedger(organizer, 'JPY')
  expect(ledger.closing).toBe('¥5,000')
  expect(text).toContain(`Closing balance ${ledger.closing}`)
  expect(text).not.toContain('€')
})

test('a long statement continues on further pages, and a group’s title is on the page of its first row', async () => {
  const { organizer } = await openNovember()
  for (let index = 0; index < 12; index += 1) {
    const { eventId } = await insertEvent(db)
    await sql`
      update events set organizer_id = ${organizer.id}, currency = 'EUR', title = ${'Ünterlängen '.repeat(7) + index}
      where id = ${eventId}`.execute(db)
    await postAt(db, eventId, { at: '2026-11-05T12:00:00Z', cents: 100 + index })
    for (const kind of ['refund', 'dispute'] as const)
      for (const cents of [5, -5]) await postAt(db, eventId, { at: '2026-11-06T12:00:00Z', cents, kind })
  }
  const { pages } = await open(organizer, { month: '2026-11' })
  expect(pages.length).toBeGreaterThan(1)
  const table = 'Date Entry Details Amount '
  for (const [index, page] of pages.entries()) {
    // Each page begins with the title of a group. If the group began on an earlier page, its title is repeated.
    const begins = page.includes(table) ? page.slice(page.indexOf(table) + table.length) : ''
    if (index > 0 && begins !== '') expect(begins).toMatch(/^(?:Ünterlängen )+\d+, /u)
    expect(page).toContain(`${index + 1} of ${pages.length}`)
    const titles = Array.from({ length: 12 }, (_, event) => event).filter((event) =>
      new RegExp(`Ünterlängen ${event}, (?![^,]*, continued)`, 'u').test(page),
    )
    for (const event of titles) expect(page).toContain(`1 payment ${formatBalance(100 + event, 'EUR')}`)
  }
  expect(pages.join(' ')).toContain(', continued')
  expect(pages.at(-1)).toContain('Closing balance €2,079.93')
})

test('a statement contains only the caller’s own money, and unknown parameters are refused', async () => {
  await openNovember()
  const other: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  const { text } = await open(other, { month: '2026-11' })
  expect(text).toContain('Closing balance $0.00')
  expect(text).not.toMatch(/Low Ceiling|Jonas/)
  expect((await download(null, {})).status).toBe(404)
  for (const period of [{ month: 'May' }, { currency: 'XYZ' }, { kind: 'fees' }])
    expect((await download(other, period as Record<string, string>)).status).toBe(400)
})

test('the statement of a DJ has their shares and payouts, and nothing of the organizer', async () => {
  const { organizer, mara, juno, services, accept } = await openSettlement(db)
  for (const person of [organizer, mara, juno]) await accept(person)
  await sql`
    insert into payees (user_id, provider, account_id, status, connected_at)
    values (${mara.id}, 'sandbox', ${`sbx_payee_${mara.id}`}, 'connected', now())`.execute(db)
  const provider = {
    provider: 'sandbox' as const,
    transfer: async ({ transferId }: { transferId: string }) => `sent_${transferId}`,
    reverse: async ({ reversalId }: { reversalId: string }) => `reversed_${reversalId}`,
  }
  await sendTransfers({ ...services, payees: provider, log: createLog({ level: 'silent' }) })
  const statements = await Promise.all(
    [mara, juno].map(async ({ id }) => {
      const { rows } = await sql<{ month: string; share: number; due: number }>`
        select to_char(max(t.day), 'YYYY-MM') as month, (-sum(l.amount) filter (where t.kind = 'settlement'))::float8 as share,
          (-sum(l.amount))::float8 as due
        from ledger_entries l join ledger_transactions t on t.id = l.transaction_id where l.person_id = ${id}`.execute(
        db,
      )
      return rows[0] ?? { month: '', share: 0, due: 0 }
    }),
  )
  expect(statements).toMatchObject([
    { share: 16_800, due: 0 },
    { share: 4_200, due: 4_200 },
  ])
  const [ofMara, ofJuno] = statements
  const { text } = await open(mara, { month: ofMara?.month ?? '' })
  expect(text).toContain(' DJ Mara Voss Account Sandbox payouts All amounts in USD')
  expect(text).toMatch(/Dust & Diamonds, .* Your share 1 entry \$168\.00 .* Payouts 1 entry −\$168\.00/u)
  expect(text).toContain('Your share $168.00 Payouts −$168.00')
  expect(text).not.toMatch(/Ticket sales|DJ shares/u)
  const waiting = await open(juno, { month: ofJuno?.month ?? '' })
  expect(waiting.text).toContain('Opening balance $0.00 Your share $42.00')
  expect(waiting.text).not.toContain('Payouts')
})
