// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/render-order-parts'
import { refusal } from '~tests/support/refusal'
import type { MoneyBalance, MoneyOverview, Payout } from '../../contract'
import { PayoutFigures } from './payout-figures'
import { PayoutList } from './payout-list'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

const eventFields = { id: 'e1', title: 'Low Ceiling', timezone: 'Europe/Berlin' }
const currency = 'EUR' as const
const date = { currency, startsAt: '2026-12-11T22:00:00.000Z', isDateOpen: false }
const overview: MoneyOverview = {
  balances: [
    { currency, nextPayoutCents: 280_123, heldCents: 592_027, balanceCents: 872_150, disputedCents: 0 },
  ],
  dispute: { open: 0, next: null },
  events: [
    { ...eventFields, ...date, cents: 592_027, heldCents: 592_027 },
    // The event is settled, but its payout isn't sent yet.
    { ...eventFields, ...date, id: 'e2', title: 'Dust & Diamonds', cents: 280_123, heldCents: 0 },
  ],
}
const withBalance = (changes: Partial<MoneyBalance>): MoneyOverview => ({
  ...overview,
  balances: overview.balances.map((balance) => ({ ...balance, ...changes })),
})
const createPayout = (changes: Partial<Payout>): Payout => ({
  id: 't1',
  event: eventFields,
  reason: 'settlement',
  cents: 280_123,
  currency,
  sentAt: '2026-12-16T09:00:00.000Z',
  ...changes,
})

function open(responses: Answers) {
  const calls = fakeServer({
    'money.overview': () => overview,
    'money.payouts': () => ({ payouts: [], nextCursor: null }),
    ...responses,
  })
  renderPart(
    <>
      <PayoutFigures />
      <PayoutList />
    </>,
  )
  return calls
}

async function readRows() {
  const table = await screen.findByRole('table', { name: 'Payouts' })
  const rows = within(table).getAllByRole('row')
  return rows.map((tr) => [...tr.children].map(({ textContent }) => textContent))
}

test('lists each payout with its event, state and amount', async () => {
  open({
    'money.payouts': () => ({
      payouts: [
        createPayout({ id: 't3', reason: 'adjustment', cents: -960 }),
        createPayout({ id: 't2', sentAt: null }),
        createPayout({ reason: 'deposit', cents: 35_000 }),
      ],
      nextCursor: null,
    }),
  })
  expect(await readRows()).toEqual([
    ['Sent', 'For', 'Status', 'Amount'],
    ['Wed 16 Dec 2026', 'Low CeilingAdjusted share', 'deducted', '−€9.60'],
    ['Not sent yet', 'Low CeilingSettlement', 'waiting', '€2,801.23'],
    ['Wed 16 Dec 2026', 'Low CeilingDeposit', 'sent', '€350.00'],
  ])
  const [link] = screen.getAllByRole('link', { name: 'Low Ceiling' })
  expect(link?.getAttribute('href')).toBe('/dashboard/events/e1/settlement')
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('loads more payouts after the last one', async () => {
  const calls = open({
    'money.payouts': ({ after }: { after?: string }) =>
      after === undefined
        ? { payouts: [createPayout({})], nextCursor: 'next' }
        : { payouts: [createPayout({ id: 't0', reason: 'deposit' })], nextCursor: null },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Deposit')
  expect(await readRows()).toHaveLength(3)
  expect(calls.findLast(([name]) => name === 'money.payouts')?.[1]).toEqual({ after: 'next' })
})

test('without payouts, says what will appear', async () => {
  open({})
  await screen.findByText(/^Your payouts appear here/)
  expect(screen.queryByRole('table')).toBeNull()
})

test.each([
  [280_123, '€2,801.23', 'Waiting to be sent to your payout account'],
  [0, '€0.00', 'No payout is waiting'],
  [-960, '−€9.60', 'Waiting to be deducted from your payout account'],
])('the next payout of %i cents is explained', async (nextPayoutCents, amount, note) => {
  open({ 'money.overview': () => withBalance({ nextPayoutCents }) })
  const cell = (await screen.findByText('Next payout')).parentElement
  expect(cell?.textContent).toBe(`Next payout${amount}${note}`)
  const held = screen.getByRole('link', { name: 'Low Ceiling, Fri 11 Dec' })
  expect(held.getAttribute('href')).toBe('/dashboard/money')
})

test('names no event when all events are settled', async () => {
  const events = overview.events.filter(({ heldCents }) => heldCents === 0)
  open({ 'money.overview': () => ({ ...withBalance({ heldCents: 0, balanceCents: 280_123 }), events }) })
  const cell = (await screen.findByText('Held until settlement')).parentElement
  expect(cell?.textContent).toBe('Held until settlement€0.00Nothing is held')
})

test('a list that fails to load doesn’t hide the figures, and can be loaded again', async () => {
  let isDown = true
  open({
    'money.payouts': () => {
      if (isDown) throw refusal('TOO_MANY_REQUESTS', 'Try again in a moment.')
      return { payouts: [createPayout({})], nextCursor: null }
    },
  })
  const alert = await screen.findByText('Failed to load payouts')
  screen.getByText('€5,920.27')
  isDown = false
  const box = within(alert.parentElement as HTMLElement)
  await userEvent.click(box.getByRole('button', { name: 'Try again' }))
  expect(await readRows()).toHaveLength(2)
})
