// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Statement, StatementRow } from '../../contract'
import { fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/render-order-parts'
import { MoneyLoading } from './money-loading'
import { MoneyPage } from './money-page'
import type { MoneySearch } from './money-page-search'
import { createEntry, createRow, currency, eventFields, overview, refunds, statement } from './testing-money'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

function open(search: MoneySearch = {}, responses: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({
    'money.overview': () => overview,
    'money.statement': () => statement,
    'money.entries': () => ({ entries: [createEntry(12_114)], nextCursor: null }),
    ...responses,
  })
  const onSearchChange = vi.fn()
  renderPart(<MoneyPage search={search} onSearchChange={onSearchChange} isMember />)
  return { calls, onSearchChange }
}

async function readTable(name: string): Promise<(string | null)[][]> {
  const rows = within(await screen.findByRole('table', { name })).getAllByRole('row')
  return rows.map((tr) => [...tr.children].map(({ textContent }) => textContent))
}

test('shows the four figures, and links to the dispute with the first deadline', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'Money' })
  const figures = (await screen.findAllByRole('term')).map((term) => [
    term.textContent,
    ...[...(term.parentElement?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent),
  ])
  expect(figures).toEqual([
    ['Next payout', '€0.00', 'No payout is waiting'],
    ['Held until settlement', '€8,721.50', 'Low Ceiling, Fri 11 Dec'],
    ['Balance', '€8,721.50', 'Next payout plus held amount'],
    ['In dispute', '€36.00', '1 answer due Tue 22 Dec'],
  ])
  expect(screen.getByRole('link', { name: 'Payout settings' }).getAttribute('href')).toBe(
    '/dashboard/settings#payouts',
  )
  const link = screen.getByRole('link', { name: '1 answer due Tue 22 Dec' })
  expect(link.getAttribute('href')).toBe('/dashboard/disputes/dp_31')
})

test('shows a month by event, from the opening balance to the closing one', async () => {
  open()
  expect(await readTable('Statement of December 2026')).toEqual([
    ['Date', 'Entry', 'Details', 'Amount', 'Balance'],
    ['1 Dec', 'Opening balance', '€2,067.27'],
    ['Low CeilingFri 11 Dec, on sale', '+€2,436.00'],
    ['1–11 Dec', 'Ticket sales', '150 tickets in 77 payments', '+€2,508.00', '€4,575.27'],
    ['3–5 Dec', 'Refunds', '4 tickets', '−€72.00', '€4,503.27'],
    ['Balance on 14 Dec', '€4,503.27'],
  ])
  expect(screen.getByRole('link', { name: 'CSV of this statement' }).getAttribute('href')).toBe(
    '/api/v1/me/money.csv?month=2026-12',
  )
  expect(screen.getByRole('link', { name: 'PDF of this statement' }).getAttribute('href')).toBe(
    '/api/v1/me/statement.pdf?month=2026-12&currency=EUR',
  )
  expect(screen.getByRole('link', { name: 'CSV of 2026' }).getAttribute('href')).toBe(
    '/api/v1/me/year.csv?year=2026&currency=EUR',
  )
})

test.each<[string, Partial<StatementRow>, string[]]>([
  ['a dispute to answer', {}, ['Dispute, amount held', 'Evidence due 22 Dec']],
  ['a dispute with the bank', { evidenceDueBy: null }, ['Dispute, amount held', 'The bank decides']],
  ['two disputes', { openDisputes: 2, entries: 2 }, ['Disputes', '2 open, evidence due 22 Dec']],
  ['a dispute after another', { entries: 3 }, ['Disputes', '1 open, evidence due 22 Dec']],
  ['decided disputes', { openDisputes: 0, entries: 2 }, ['Disputes', '2 entries']],
  ['a fee', { line: 'dispute_fees' }, ['Dispute fees', 'Returned to you if you win']],
  [
    'a fee after another',
    { line: 'dispute_fees', entries: 3 },
    ['Dispute fees', '3 entries, 1 returned if you win'],
  ],
  ['fees of decided disputes', { line: 'dispute_fees', openDisputes: 0 }, ['Dispute fees', '1 entry']],
])('describes %s', async (_name, changes, texts) => {
  const row = createRow({
    line: 'disputes',
    cents: -3600,
    entries: 1,
    tickets: 0,
    openDisputes: 1,
    // 22 December in Berlin.
    evidenceDueBy: '2026-12-21T23:30:00.000Z',
    ...changes,
  })
  const events = statement.events.map((group) => ({ ...group, lines: [row] }))
  open({}, { 'money.statement': () => ({ ...statement, events }) })
  const [, , , line] = await readTable('Statement of December 2026')
  expect(line?.slice(1, 3)).toEqual(texts)
  expect(screen.getByRole('button', { name: new RegExp(`^${texts[0]}, −€36.00, `, 'u') })).toBeTruthy()
})

test('an amount opens its searchable entries, and closing them returns the focus to the amount', async () => {
  const found = vi.fn((input: unknown) => {
    const { q, after } = input as { q?: string; after?: string }
    if (q !== undefined) return { entries: [], nextCursor: null }
    return after === undefined
      ? { entries: [createEntry(12_114)], nextCursor: 'next' }
      : { entries: [createEntry(12_110, { orderNumber: null, buyerName: '', tickets: 0 })], nextCursor: null }
  })
  open({}, { 'money.entries': found })
  const figure = await screen.findByRole('button', { name: 'Ticket sales, +€2,508.00, show 77 entries' })
  await userEvent.click(figure)
  const drawer = await screen.findByRole('dialog', { name: 'Entries of Ticket sales' })
  const part = within(drawer)
  expect(part.getByText('77 entries, +€2,508.00')).toBeTruthy()
  expect((await part.findByRole('link', { name: 'OR-2026-12114' })).getAttribute('href')).toBe(
    '/dashboard/events/e1/guests?q=OR-2026-12114',
  )
  expect(part.getByRole('listitem').textContent).toBe(
    'OR-2026-12114Fri 11 Dec, 21:58 · Priya Raman, 1 ticket+€18.00',
  )
  expect(part.getByText('1 of 77 entries')).toBeTruthy()
  await userEvent.click(part.getByRole('button', { name: 'Load more' }))
  expect(await part.findByText('2 of 77 entries')).toBeTruthy()
  expect(part.queryByRole('button', { name: 'Load more' })).toBeNull()
  await userEvent.type(part.getByRole('searchbox', { name: 'Search entries' }), 'OR-9')
  expect(await part.findByText('No order number contains “OR-9”.')).toBeTruthy()
  expect(found.mock.calls.at(-1)?.[0]).toEqual({ month: '2026-12', event: 'e1', line: 'sales', q: 'OR-9' })
  expect(part.getByRole('link', { name: 'CSV of these entries' }).getAttribute('href')).toBe(
    '/api/v1/me/money.csv?month=2026-12&event=e1&line=sales&q=OR-9',
  )
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(document.activeElement).toBe(figure))
})

test('a filter shows single entries without balances', async () => {
  const refunded = {
    ...statement,
    openingCents: null,
    closingCents: null,
    cents: -7200,
    events: statement.events.map((group) => ({ ...group, lines: [{ ...refunds, balanceCents: null }] })),
  }
  const list = [
    createEntry(3, { cents: -3600, tickets: 2, buyerName: 'Ilse Brandt' }),
    createEntry(2, { cents: -3600 }),
  ]
  const { calls } = open(
    { kind: 'refunds' },
    { 'money.statement': () => refunded, 'money.entries': () => ({ entries: list, nextCursor: null }) },
  )
  expect(await readTable('Refunds in December 2026')).toEqual([
    ['Date', 'Entry', 'Details', 'Amount'],
    ['11 Dec', 'OR-2026-3', 'Ilse Brandt, 2 tickets', '−€36.00'],
    ['11 Dec', 'OR-2026-2', 'Priya Raman, 1 ticket', '−€36.00'],
    ['Refunds in December', '−€72.00'],
  ])
  expect(screen.getByText('3 entries, 4 tickets, −€72.00')).toBeTruthy()
  // A filtered page offers no PDF, because a statement is always complete.
  expect(screen.queryByRole('link', { name: 'PDF of this statement' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Refunds', pressed: true })).toBeTruthy()
  expect(calls).toContainEqual(['money.entries', { month: '2026-12', kind: 'refunds', currency }])
})

test('choosing a month, kind or event changes the address', async () => {
  const { onSearchChange } = open({ event: 'e1' })
  const next = await screen.findByRole('button', { name: 'Next month' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(next)
  expect(onSearchChange).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(onSearchChange).toHaveBeenLastCalledWith({ event: 'e1', month: '2026-11' })
  await userEvent.click(screen.getByRole('button', { name: 'Fees' }))
  expect(onSearchChange).toHaveBeenLastCalledWith({ event: 'e1', kind: 'fees' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'All events')
  expect(onSearchChange).toHaveBeenLastCalledWith({ event: undefined })
})

test('the first month offers no earlier month, and Next month returns to the current one', async () => {
  const { onSearchChange } = open(
    { month: '2026-11' },
    { 'money.statement': () => ({ ...statement, month: '2026-11', firstMonth: '2026-11' }) },
  )
  const previous = await screen.findByRole('button', { name: 'Previous month' })
  expect(previous.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(onSearchChange).toHaveBeenLastCalledWith({ month: undefined })
})

test('a filter without entries offers to show all entries', async () => {
  const none = { ...statement, openingCents: null, closingCents: null, cents: 0, events: [] }
  const { onSearchChange } = open({ kind: 'payouts', month: '2026-11' }, { 'money.statement': () => none })
  expect(await screen.findByText('No payouts in December 2026')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all entries' }))
  expect(onSearchChange).toHaveBeenLastCalledWith({ month: '2026-11', currency: undefined })
})

test('shows one currency at a time, and never adds up amounts of several currencies', async () => {
  const yen = {
    currency: 'JPY' as const,
    nextPayoutCents: 5000,
    heldCents: 0,
    balanceCents: 5000,
    disputedCents: 0,
  }
  const both = {
    ...overview,
    balances: [...overview.balances, yen],
    events: [
      ...overview.events,
      { ...eventFields, id: 'e2', title: 'Cellar Door', currency: yen.currency, cents: 5000, heldCents: 0 },
    ],
  }
  const { calls, onSearchChange } = open({ currency: 'JPY' }, { 'money.overview': () => both })
  expect((await screen.findByText('Balance')).parentElement?.textContent).toContain('¥5,000')
  expect(screen.queryByRole('option', { name: 'Low Ceiling' })).toBeNull()
  expect(calls.find(([name]) => name === 'money.statement')?.[1]).toMatchObject({ currency: 'JPY' })
  expect(screen.getByRole('button', { name: 'JPY', pressed: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'EUR' }))
  expect(onSearchChange).toHaveBeenLastCalledWith({ month: undefined, currency: 'EUR' })
})

test('says what will appear when there are no entries', async () => {
  open({}, { 'money.overview': () => ({ ...overview, events: [] }) })
  expect(await screen.findByText('No entries yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create event' }).getAttribute('href')).toBe(
    '/dashboard/events/create',
  )
  expect(screen.queryByRole('table')).toBeNull()
})

test('a statement that fails to load can be tried again', async () => {
  const read = vi.fn((): Statement => {
    throw new TypeError('gone')
  })
  open({}, { 'money.statement': read })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  read.mockImplementation(() => statement)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Statement of December 2026' })).toBeTruthy()
})

test('announces that the page is loading', async () => {
  renderPart(<MoneyLoading />)
  expect(await screen.findByLabelText('Loading money')).toBeTruthy()
})
