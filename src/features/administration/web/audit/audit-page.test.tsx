// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { AuditLogEntry, AuditPage as Page } from '../../contract-audit'
import { clearParts, renderPart } from '../testing-parts'
import { formatEntryCount } from './audit-labels'
import { groupByDay, formatChange, formatExactClock, groupRepeats } from './audit-days'
import { AuditPage } from './audit-page'
import { type AuditSearch, getExportPath, readAuditSearch } from './audit-search'
import { AuditTrail } from './audit-trail'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

const maraId = '018cc251-fbd0-79f3-ba6e-db64b9940267'
const createLine = (id: string, more: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id,
  at: '2026-11-20T14:02:11.000Z',
  actor: { id: maraId, name: 'Mara Voss', avatarUrl: null, isRemoved: false },
  did: 'verified a user',
  to: { text: 'Owen Faulk', isCode: false, href: '/admin/users/owen' },
  change: '',
  until: null,
  link: null,
  ...more,
})
const expired = createLine('l2', {
  at: '2026-11-19T09:20:44.000Z',
  actor: null,
  did: 'set an invitation to expired',
  to: { text: 'PP3N5D2E', isCode: true, href: null },
  change: 'pending → expired',
})
const hidden = createLine('l3', {
  link: { label: 'R-118', href: '/dashboard/moderation?case=1' },
  did: 'hid a message',
})
const createPage = (entries: AuditLogEntry[], more: Partial<Page> = {}): Page => ({
  entries,
  from: entries.length === 0 ? 0 : 1,
  nextCursor: null,
  previousCursor: null,
  isNameTooCommon: false,
  ...more,
})
const counts = { today: 7, all: 18_204 }

const noSearch: AuditSearch = {}

function Screen({
  start = noSearch,
  onSearch,
}: {
  start?: AuditSearch
  onSearch?: (search: AuditSearch) => void
}) {
  const [search, setSearch] = useState(start)
  return (
    <AuditPage
      search={search}
      onSearchChange={(next) => {
        onSearch?.(next)
        setSearch(next)
      }}
    />
  )
}

test('collapses repeats of one action into one expandable row', async () => {
  const entries = [createLine('l1'), createLine('l2'), createLine('l3'), hidden, createLine('l4')]
  fakeServer({ list: () => createPage(entries), counts: () => counts })
  await renderPart(<Screen />)
  const button = await screen.findByRole('button', { name: '3 times' })
  const countRows = () => screen.getAllByRole('row').length - 1
  expect(countRows()).toBe(3)
  await userEvent.click(button)
  expect(countRows()).toBe(5)
})

const refund = (n: number, more: Partial<AuditLogEntry> = {}) =>
  createLine(`r${n}`, {
    at: `2026-11-20T14:02:${String(30 - n)}.500Z`,
    did: 'refunded tickets',
    to: { text: `BB-${n}, Owen Faulk`, isCode: false, href: '/admin/users/owen' },
    change: `$${n}.00 · rained off`,
    ...more,
  })

test('collapses one action on many targets within seconds into one expandable row', async () => {
  const entries = [createLine('l1'), ...Array.from({ length: 12 }, (_, n) => refund(n)), createLine('l2')]
  fakeServer({ list: () => createPage(entries), counts: () => counts })
  await renderPart(<Screen />)
  const button = await screen.findByRole('button', { name: '12 times' })
  const countRows = () => screen.getAllByRole('row').length - 1
  expect(countRows()).toBe(3)
  expect(button.closest('tr')?.textContent).toContain('refunded tickets 12 timesBB-0, Owen Faulk and 11 more')
  // Only one of the grouped entries has this detail, so the row doesn’t show it.
  expect(screen.queryByText(/rained off/)).toBeNull()
  await userEvent.click(button)
  expect(countRows()).toBe(14)
  expect(screen.getByText('$11.00 · rained off')).toBeTruthy()
})

test.each([
  ['few entries', [0, 1, 2, 3].map((n) => refund(n))],
  ['entries more than a second apart', [0, 2, 4, 6, 8].map((n) => refund(n))],
  [
    'entries of several actors',
    [0, 1, 2, 3, 4].map((n) => refund(n, { actor: n % 2 ? null : createLine('l').actor })),
  ],
])('does not collapse %s with different targets', (_title, entries) => {
  expect(groupRepeats(entries)).toEqual(entries.map((entry) => [entry]))
})

test('shows entries by day with actor, target, system mark and report', async () => {
  fakeServer({ list: () => createPage([hidden, createLine('l1'), expired]), counts: () => counts })
  await renderPart(<Screen />)
  const days = await screen.findAllByRole('heading', { level: 2 })
  expect(days.map((day) => day.textContent)).toEqual([
    expect.stringMatching(/^Friday 20 November/),
    expect.stringMatching(/^Thursday 19 November/),
  ])
  expect(
    within(screen.getByText('set an invitation to expired').closest('tr') as HTMLElement).getByText('System'),
  ).toBeTruthy()
  expect(screen.getByText('PP3N5D2E').className).toContain('code')
  expect(screen.getByRole('link', { name: 'R-118' }).getAttribute('href')).toBe(
    '/dashboard/moderation?case=1',
  )
  expect(screen.getAllByRole('link', { name: 'Owen Faulk' })[0]?.getAttribute('href')).toBe(
    '/admin/users/owen',
  )
  expect(await screen.findByText('0 of 7 today, 18,204 in all')).toBeTruthy()
})

test('queries by search, action and period, and exports the same selection', async () => {
  const calls = fakeServer({ list: () => createPage([createLine('l1')]), counts: () => counts })
  const onSearch = vi.fn<(search: AuditSearch) => void>()
  await renderPart(<Screen start={{ after: 'x' }} onSearch={onSearch} />)
  expect(calls).toContainEqual(['list', { period: 'month', after: 'x' }])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Invitations')
  expect(onSearch).toHaveBeenLastCalledWith(
    expect.objectContaining({ action: 'invitations', after: undefined, period: undefined }),
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'All time')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'PP3N')
  await waitFor(() =>
    expect(calls).toContainEqual(['list', { period: 'all', q: 'PP3N', action: 'invitations' }]),
  )
  expect(screen.getByRole('link', { name: /^Export/ }).getAttribute('href')).toBe(
    '/admin/audit.csv?q=PP3N&action=invitations&period=all',
  )
})

test('filters by a person, and clears the filter', async () => {
  const calls = fakeServer({ list: () => createPage([createLine('l1')]), counts: () => counts })
  await renderPart(<Screen start={{ person: maraId }} />)
  expect(await screen.findByText(/^Only actions by or on Mara Voss\./)).toBeTruthy()
  expect(calls).toContainEqual(['list', { period: 'all', personId: maraId }])
  await userEvent.click(screen.getByRole('button', { name: 'Show all people' }))
  await waitFor(() => expect(calls).toContainEqual(['list', { period: 'month' }]))
})

test('shows a hint for a common name, and an empty state', async () => {
  fakeServer({ list: () => createPage([], { isNameTooCommon: true }), counts: () => counts })
  const onSearch = vi.fn<(search: AuditSearch) => void>()
  await renderPart(<Screen start={{ q: 'kim' }} onSearch={onSearch} />)
  expect(await screen.findByText(/^Many people have a similar name/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all entries' }))
  expect(onSearch).toHaveBeenLastCalledWith({ period: 'all' })
})

test('a log that failed to load can be retried', async () => {
  let isBroken = true
  fakeServer({
    list: () => {
      if (isBroken) throw new TypeError('gone')
      return createPage([createLine('l1')])
    },
    counts: () => counts,
  })
  await renderPart(<Screen />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to load the audit log')
  isBroken = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('verified a user')).toBeTruthy()
})

test('a person’s page shows their entries and links to all of them', async () => {
  const calls = fakeServer({ list: () => createPage([createLine('l1')], { nextCursor: 'n' }) })
  await renderPart(<AuditTrail personId={maraId} />)
  expect(await screen.findByText('verified a user')).toBeTruthy()
  expect(calls).toEqual([['list', { period: 'all', personId: maraId }]])
  expect(screen.getByRole('link', { name: 'Show all entries in the audit log' }).getAttribute('href')).toBe(
    `/admin/audit?person=${maraId}`,
  )
})

test('a person’s page has an empty state', async () => {
  fakeServer({ list: () => createPage([]) })
  await renderPart(<AuditTrail personId={maraId} />)
  expect(await screen.findByText(/^No admin or moderator actions/)).toBeTruthy()
})

test('days and times use the reader’s zone', () => {
  const late = createLine('l', { at: '2026-11-20T23:30:05.123Z' })
  expect(
    groupByDay([late, createLine('m')], 'Europe/Berlin', '2026-11-21').map(({ title }) => title),
  ).toEqual(['Saturday 21 November', 'Friday 20 November'])
  expect(
    groupByDay([late, createLine('m')], 'UTC', '2027-01-01').map(({ title, lines }) => [title, lines.length]),
  ).toEqual([['Friday 20 November 2026', 2]])
  expect(formatExactClock(late.at, 'Asia/Kolkata')).toBe('05:00:05')
})

test('shows the end of a suspension as a day, and of a short action to the minute', () => {
  const suspended = createLine('s', { until: '2026-12-01T23:30:00.000Z', change: 'spam' })
  expect(formatChange(suspended, 'UTC')).toBe('until 1 Dec 2026 · spam')
  expect(formatChange(suspended, 'Europe/Berlin')).toBe('until 2 Dec 2026 · spam')
  const wholeDay = createLine('d', { until: '2026-12-05T23:59:59.000Z' })
  expect(formatChange(wholeDay, 'Europe/Berlin'), 'shows the last full day in UTC').toBe('until 5 Dec 2026')
  const tomorrow = createLine('t', { at: '2026-12-05T09:00:00.000Z', until: '2026-12-05T23:59:59.000Z' })
  expect(formatChange(tomorrow, 'America/New_York')).toBe('until 5 Dec 2026')
  const muted = createLine('m', { until: '2026-11-20T15:02:11.000Z' })
  expect(formatChange(muted, 'Europe/Berlin')).toBe('until Fri 20 Nov, 16:02')
  expect(formatChange(createLine('n', { change: '10 → 12' }), 'UTC')).toBe('10 → 12')
})

test('shows today’s count on the first page, and the position on later pages', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const formatEntries = (search: AuditSearch, page: Page) =>
    formatEntryCount({ search, page, counts, zone: 'UTC', now })
  expect(formatEntries({}, createPage([createLine('a'), expired]))).toBe('1 of 7 today, 18,204 in all')
  expect(formatEntries({}, createPage([createLine('a'), expired], { from: 26 }))).toBe('26–27, 18,204 in all')
  expect(formatEntries({ q: 'x' }, createPage([expired]))).toBe('1, 18,204 in all')
  expect(formatEntries({ q: 'x' }, createPage([]))).toBe('None found, 18,204 in all')
})

test('parses the search in the URL and ignores invalid values', () => {
  expect(readAuditSearch({ q: 'x', action: 'users', period: 'month', person: maraId.toUpperCase() })).toEqual(
    {
      q: 'x',
      action: 'users',
      period: 'month',
      person: maraId,
      after: undefined,
      before: undefined,
    },
  )
  expect(readAuditSearch({ action: 'everything', period: 'month', person: 'mara' })).toMatchObject({
    action: undefined,
    period: undefined,
    person: undefined,
  })
  expect(getExportPath({})).toBe('/admin/audit.csv?period=month')
})
