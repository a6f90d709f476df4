// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { renderPart } from '~tests/support/render-order-parts'
import type { Settlement } from '../../contract-settlement'
import { SettlementLoading, SettlementNotFound } from './settlement-placeholders'
import { createSettlement, createShare, createSides, jonas, juno, mara } from './testing-settlement'
import {
  type Changes,
  getSheet,
  openSettlementPage,
  pressButton,
  readSides,
  readTerms,
  refuseWith,
} from './testing-settlement-page'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('shows income, deductions and costs, without rows of zero', async () => {
  await openSettlementPage()
  expect(readTerms(within(screen.getByRole('region', { name: 'Income' })))).toEqual([
    ['Early Bird', '€1,400.00', '100 tickets'],
    ['General Admission', '€3,228.00', '190 tickets'],
    ['Gross', '€4,628.00', '290 tickets', '148 entries'],
  ])
  expect(readTerms(within(screen.getByRole('region', { name: 'Deductions' })))).toEqual([
    ['Refunds', '−€72.00', '4 tickets', '3 entries'],
    ['Processing fees', '−€113.36', 'Charged by the payment provider', '148 entries'],
  ])
  const costs = within(screen.getByRole('region', { name: 'Agreed costs' }))
  expect(readTerms(costs)).toEqual([
    ['Sound engineer', '−€320.00', 'Agreed in BK-2026-0417'],
    ['Venue hire', 'Agreed: −€800.00 −€740.00', 'Agreed in BK-2026-0417, corrected'],
    ['Net', '€3,382.64', 'Gross less deductions and costs'],
  ])
  expect(costs.getByText('−€800.00', { exact: false }).closest('del')).toBeTruthy()
  expect(costs.getAllByRole('link', { name: 'BK-2026-0417' })[0]?.getAttribute('href')).toBe(
    '/dashboard/bookings/b-mara',
  )
})

test('shows the split with its formulas, and that it adds up to the balance', async () => {
  await openSettlementPage()
  const split = within(screen.getByRole('region', { name: 'Split' }))
  const [maraRow, junoRow, jonasRow] = split.getAllByRole('listitem')
  expect(maraRow?.textContent).toContain('60% × €3,382.64 = €2,029.58')
  expect(maraRow?.textContent).toContain('Deposit paid−€350.00Payout€1,679.58')
  expect(junoRow?.textContent).toContain('15% of net. 15% × €3,382.64 = €507.40.')
  expect(jonasRow?.textContent).toContain('Costs paid by Jonas€1,060.00Deposit paid to Mara€350.00')
  expect(jonasRow?.textContent).toContain('Stays in Jonas’s balance€2,255.66')
  expect(readTerms(within(screen.getByRole('region', { name: 'Proof' })))).toEqual([
    ['Payouts and the organizer’s part', '€4,442.64'],
    ['Balance of the event', '€4,442.64'],
  ])
})

test('says that the organizer’s part was paid out once it was', async () => {
  await openSettlementPage({ state: 'paid' })
  const split = within(screen.getByRole('region', { name: 'Split' }))
  expect(split.getByText('Paid out to Jonas').nextSibling?.textContent).toBe('€2,255.66')
  expect(readTerms(within(screen.getByRole('region', { name: 'Proof' })))[0]?.[0]).toBe('All payouts')
})

test('names the amount that the balance doesn’t cover, and who owes it', async () => {
  await openSettlementPage({
    shares: [createShare({ transferCents: 160_000, missingCents: 7958 })],
    organizerCents: 284_264,
  })
  const split = within(screen.getByRole('region', { name: 'Split' }))
  expect(split.getByText('Not covered, owed by Jonas').nextSibling?.textContent).toBe('−€79.58')
})

test('a figure opens its entries of all months for the organizer', async () => {
  const calls = await openSettlementPage({}, { 'money.entries': () => ({ entries: [], nextCursor: null }) })
  await pressButton('Processing fees, −€113.36, show 148 entries')
  expect(await screen.findByRole('dialog', { name: 'Entries of Processing fees' })).toBeTruthy()
  await waitFor(() =>
    expect(calls).toContainEqual(['money.entries', { month: 'all', event: 'e1', kind: 'fees' }]),
  )
})

test('during a long event, a figure can be questioned once a guaranteed set is over', async () => {
  await openSettlementPage({ state: 'running' })
  expect(
    getSheet()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Question a figure'])
})

test('a draft can’t be accepted, and the page says why', async () => {
  const { event } = createSettlement({})
  await openSettlementPage({ state: 'running', isQuestionable: false, event: { ...event, isDraft: true } })
  expect(screen.getByText('The event is a draft.').parentElement?.textContent).toBe(
    'The event is a draft. Its settlement is ready after the event, once tickets or bookings were paid.',
  )
  expect(getSheet().queryByRole('button')).toBeNull()
})

test('a running event has no actions, and the figures update each minute', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-11T23:42:10Z'), shouldAdvanceTime: true })
  let netCents = 338_264
  await openSettlementPage(
    {},
    {
      'settlement.get': () =>
        createSettlement({ state: 'running', isQuestionable: false, netCents, digest: String(netCents) }),
    },
  )
  const sheet = getSheet()
  expect(sheet.getByText('Net so far')).toBeTruthy()
  expect(sheet.queryByRole('button')).toBeNull()
  expect(readTerms(sheet)).toEqual([
    ['Sold', '290 tickets'],
    ['Gross', '€4,628.00'],
    ['Mara gets', '€2,029.58'],
    ['Juno gets', '€507.40'],
    ['Updated', expect.stringMatching(/^00:42:1\d$/u)],
  ])
  expect(readSides()).toEqual([
    'Jonas Wirth accepts after the event',
    'Mara Voss accepts after the event',
    'Juno Okafor accepts after the event',
  ])
  expect(screen.getByText('The event is running.')).toBeTruthy()
  netCents = 340_000
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText('Figures updated. Net is €3,400.00.')).toBeTruthy()
  expect(sheet.getByText('€3,400.00')).toBeTruthy()
})

test('says that the event is cancelled until its sheet is ready', async () => {
  const { event } = createSettlement()
  vi.useFakeTimers({ now: Date.parse('2026-12-10T12:00:00Z'), shouldAdvanceTime: true })
  await openSettlementPage({ state: 'running', event: { ...event, isCancelled: true } })
  expect(screen.getByText('The event was canceled.')).toBeTruthy()
  expect(screen.queryByText('The event hasn’t started.')).toBeNull()
})

test('accepts the figures that are shown with one press, and withdraws', async () => {
  const calls = await openSettlementPage(
    {},
    {
      'settlement.accept': () => createSettlement({ sides: createSides(jonas) }),
      'settlement.withdraw': () => createSettlement(),
    },
  )
  expect(getSheet().getByText('Ready')).toBeTruthy()
  await pressButton('Accept settlement')
  expect(await getSheet().findByText('Accepted by 1')).toBeTruthy()
  expect(calls).toContainEqual(['settlement.accept', { eventId: 'e1', digest: 'd1' }])
  expect(readSides()[0]).toBe('Jonas Wirth accepted 12 Dec, 13:05')
  expect(screen.queryByRole('button', { name: 'Accept settlement' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  await pressButton('Withdraw acceptance')
  expect(await screen.findByRole('button', { name: 'Accept settlement' })).toBeTruthy()
})

test('a figure that changed since the page loaded is shown, and nothing is accepted', async () => {
  let changes: Changes = {}
  await openSettlementPage(
    {},
    {
      'settlement.get': () => createSettlement(changes),
      'settlement.accept': refuseWith('FIGURES_CHANGED', 'A figure has changed.'),
    },
  )
  changes = { netCents: 330_000, digest: 'd2' }
  await pressButton('Accept settlement')
  expect((await getSheet().findByRole('alert')).textContent).toBe(
    'A figure has changed. Check the figures, then accept again.',
  )
  expect(await getSheet().findByText('€3,300.00')).toBeTruthy()
})

test('shows any other error when accepting fails', async () => {
  await openSettlementPage({}, { 'settlement.accept': refuseWith('NOT_READY', 'The event isn’t over yet.') })
  await pressButton('Accept settlement')
  expect(await screen.findByText('The event isn’t over yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Accept settlement' })).toBeTruthy()
})

test('an acceptance of earlier figures says that they changed', async () => {
  await openSettlementPage({ sides: [{ person: jonas, acceptedAt: null, isOutdated: true }] })
  expect(readSides()).toEqual(['Jonas Wirth figures changed, must accept again'])
  expect(getSheet().getByRole('alert').textContent).toContain('A figure has changed since you accepted.')
})

test('a sheet that doesn’t balance can’t be accepted', async () => {
  await openSettlementPage({ balanceCents: 444_263 })
  expect(getSheet().getByRole('alert').textContent).toBe(
    'The shares don’t add up to the event’s balance. This is our error. Contact us, and we’ll fix it.',
  )
  expect(screen.queryByRole('button', { name: 'Accept settlement' })).toBeNull()
})

test('a DJ sees the amount they receive, and plain figures', async () => {
  await openSettlementPage({ side: 'dj', sides: createSides(jonas, juno) })
  const sheet = getSheet()
  expect(sheet.getByText('You receive')).toBeTruthy()
  expect(sheet.getAllByText('€1,679.58')).toHaveLength(1)
  expect(readTerms(sheet)).toEqual([
    ['60% of net', '€2,029.58'],
    ['Deposit paid', '−€350.00'],
  ])
  expect(screen.queryByRole('button', { name: /show \d+ entries/u })).toBeNull()
  expect(screen.getByRole('button', { name: 'Message Jonas Wirth' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Bookings' })).toBeTruthy()
})

const transfers: Settlement['transfers'] = [
  {
    id: 't1',
    person: mara,
    cents: 167_958,
    isSent: true,
    at: '2026-12-13T17:20:00.000Z',
    isReversal: false,
    offsetTitle: null,
  },
  {
    id: 't2',
    person: jonas,
    cents: 225_566,
    isSent: false,
    at: '2026-12-13T17:20:00.000Z',
    isReversal: false,
    offsetTitle: null,
  },
]

test('names the earlier event whose debt a payout paid', async () => {
  const offsets = transfers.slice(0, 1).map((sent) => ({ ...sent, person: jonas, offsetTitle: 'Deep Field' }))
  await openSettlementPage({ state: 'paid', sides: createSides(jonas, mara, juno), transfers: offsets })
  expect(readTerms(getSheet())).toContainEqual(['Owed for Deep Field', '€1,679.58, 13 Dec'])
  expect(screen.getByText('Paid out to Jonas, or deducted for earlier events')).toBeTruthy()
})

test('the organizer sees their debts before they accept', async () => {
  await openSettlementPage({ debtCents: 3_000 })
  expect(screen.getByText('You owe €30.00 for earlier events. Your payout pays that first.')).toBeTruthy()
})

test('shows the payouts while they are being sent', async () => {
  await openSettlementPage({ state: 'accepted', sides: createSides(jonas, mara, juno), transfers })
  expect(readTerms(getSheet())).toEqual([
    ['To Mara Voss', '€1,679.58, 13 Dec'],
    ['To you', '€2,255.66'],
    ['Payouts', 'being sent'],
  ])
  expect(getSheet().getByRole('status').textContent).toContain('This settlement is final.')
  expect(getSheet().queryByRole('button')).toBeNull()
})

test('shows when a settlement was paid', async () => {
  await openSettlementPage({
    state: 'paid',
    sides: createSides(jonas, mara),
    transfers: transfers.slice(0, 1),
  })
  expect(getSheet().getByText('Paid out')).toBeTruthy()
  expect(readSides()).toEqual([
    'Jonas Wirth 12 Dec, 13:05',
    'Mara Voss 12 Dec, 13:05',
    'Juno Okafor didn’t accept',
  ])
  expect(getSheet().getByRole('link', { name: 'Statement' }).getAttribute('href')).toBe(
    '/dashboard/money?event=e1',
  )
})

test('says that a settlement isn’t found or is loading', async () => {
  const { unmount } = renderPart(<SettlementNotFound />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Settlement not found' })).toBeTruthy()
  unmount()
  renderPart(<SettlementLoading />)
  expect(await screen.findByLabelText('Loading settlement')).toBeTruthy()
})
