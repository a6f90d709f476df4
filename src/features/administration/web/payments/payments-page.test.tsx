// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import type { PaymentPage, PaymentRow, PaymentsAttention } from '../../contract-payments'
import { clearParts, renderPart } from '../testing-parts'
import { PaymentsPage } from './payments-page'
import { type PaymentsSearch, readPaymentsSearch } from './payments-search'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

const row: PaymentRow = {
  orderId: 'order-1',
  bookingId: null,
  number: 'OR-2026-10042',
  eventTitle: 'Warm Start',
  buyerEmail: 'owen@carriage.example',
  amountCents: 5280,
  currency: 'USD',
  provider: 'stripe',
  providerPaymentId: 'pi_3QXv',
  reference: 'b2b_1',
  status: 'approved',
  startedAt: '2026-11-20T09:00:00.000Z',
  settledAt: '2026-11-20T09:01:00.000Z',
  declineReason: null,
  refundedCents: 1200,
  refundStatuses: ['done'],
}
const createPage = (payments: PaymentRow[], more: Partial<PaymentPage> = {}): PaymentPage => ({
  payments,
  from: 1,
  nextCursor: null,
  previousCursor: null,
  ...more,
})
const calm: PaymentsAttention = {
  stripe: {
    isLive: true,
    callP95Ms: 212,
    callsLastMinute: 14,
    callsPerSecond: 100,
    webhookP95Ms: 1840,
    lastWebhookAt: null,
  },
  ledger: { transactions: 48_112, days: null, imbalances: [] },
  lastDay: { count: 1204, succeeded: 1182 },
  failingEvents: { count: 0, rows: [] },
  withoutResult: { count: 0, rows: [] },
  openDisputes: { count: 0, rows: [] },
  openWaivers: { count: 0, rows: [] },
  settlementCases: { count: 0, rows: [] },
  waitingSettlements: { count: 0, rows: [] },
}
const event = {
  id: 'evt_1QX8Kd',
  type: 'charge.dispute.created',
  error: 'Error: no such payment',
  attempts: 6,
  receivedAt: '2026-11-20T09:00:00.000Z',
  nextAttemptAt: null,
}

function Screen({ start, onSearch }: { start: PaymentsSearch; onSearch?: (search: PaymentsSearch) => void }) {
  const [search, setSearch] = useState(start)
  return (
    <PaymentsPage
      search={search}
      onSearchChange={(next) => {
        onSearch?.(next)
        setSearch(next)
      }}
    />
  )
}

async function show(answers: Answers = {}, start: PaymentsSearch = {}) {
  const calls = fakeServer({ list: () => createPage([row]), attention: () => calm, ...answers })
  const onSearch = vi.fn<(search: PaymentsSearch) => void>()
  await renderPart(<Screen start={start} onSearch={onSearch} />)
  return { calls, onSearch }
}

test('shows the figures and a sentence when nothing needs attention', async () => {
  await show()
  expect(await screen.findByText('Nothing needs your attention.')).toBeTruthy()
  const card = screen.getByText('Payments, 24 hours').closest('div')
  expect(card?.textContent).toBe('Payments, 24 hours1,20498.1% succeeded')
  const times = screen.getByText('Stripe response time, p95').closest('div')
  expect(times?.textContent).toContain('212 ms14 calls in the last minute, 100 per second allowed')
  const delay = screen.getByText('Payment webhook delay, p95').closest('div')
  expect(delay?.textContent).toContain('1.8 sNo payment webhook in 24 hours')
  expect(screen.getByText('Ledger sum').closest('div')?.textContent).toBe(
    'Ledger sum0.0048,112 transactions, balanced',
  )
  expect(screen.getByText(/^Live mode\. Updated/)).toBeTruthy()
  for (const name of ['Failing payment webhooks', 'Open disputes', 'Payments without a result'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
})

test('lists payments with order, buyer, amount, refunds and status', async () => {
  await show({ list: () => createPage([row, { ...row, reference: 'b2b_2', buyerEmail: null }]) })
  const table = await screen.findByRole('table', { name: 'All payments' })
  const [, first, second] = within(table).getAllByRole('row')
  const link = within(first as HTMLElement).getByRole('link', { name: 'OR-2026-10042' })
  expect(link.getAttribute('href')).toBe('/admin/payments/b2b_1')
  for (const text of ['Warm Start', 'owen@carriage.example', '$52.80', '$12.00 refunded', 'paid'])
    expect(within(first as HTMLElement).getByText(text)).toBeTruthy()
  expect(within(second as HTMLElement).getByText('Deleted account')).toBeTruthy()
  expect(screen.getByText('1–2 of 2')).toBeTruthy()
})

test('lists only problems with a count above zero, each with a link to its table', async () => {
  const dispute = {
    id: 'dp_1',
    reference: 'b2b_1',
    bookingId: null,
    number: 'OR-2026-10042',
    eventTitle: 'Warm Start',
    amountCents: 2640,
    currency: 'USD',
    reason: 'product_not_received',
    dueBy: '2026-11-23T12:00:00.000Z',
  }
  await show({
    attention: () => ({
      ...calm,
      withoutResult: {
        count: 1,
        rows: [{ ...row, status: 'started', refundedCents: 0, refundStatuses: [] }],
      },
      openDisputes: { count: 1, rows: [dispute] },
    }),
  })
  const link = await screen.findByRole('link', { name: /Open dispute/ })
  expect(link.getAttribute('href')).toBe('#disputes')
  expect(link.textContent).toContain('OR-2026-10042, Warm Start, $26.40')
  expect(screen.getByRole('link', { name: /Payment without a result/ }).getAttribute('href')).toBe(
    '#without-result',
  )
  expect(screen.queryByRole('link', { name: /Failing payment webhook/ })).toBeNull()
  const disputes = screen.getByRole('table', { name: 'Open disputes' })
  expect(within(disputes).getByText('Not received')).toBeTruthy()
  expect(
    within(disputes)
      .getByRole('link', { name: /^Answer dispute/ })
      .getAttribute('href'),
  ).toBe(`/dashboard/disputes/${dispute.id}`)
  expect(within(disputes).getByRole('cell', { name: /^Due Mon 23 Nov/ })).toBeTruthy()
  const waiting = screen.getByRole('table', { name: 'Payments without a result' })
  expect(within(waiting).getByText('in progress')).toBeTruthy()
})

test('the dispute of a booking leads to its payment and its booking, and is answered at Stripe', async () => {
  const dispute = {
    id: 'dp_1',
    reference: 'b2b_1',
    bookingId: 'booking-1',
    number: 'BK-2026-00042',
    eventTitle: 'Warm Start',
    amountCents: 3000,
    currency: 'USD',
    reason: 'fraudulent',
    dueBy: null,
  }
  await show({ attention: () => ({ ...calm, openDisputes: { count: 1, rows: [dispute] } }) })
  const disputes = within(await screen.findByRole('table', { name: 'Open disputes' }))
  expect(disputes.getByText('Answer it in Stripe’s dashboard.')).toBeTruthy()
  const links = disputes.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['BK-2026-00042', '/admin/payments/b2b_1'],
    ['View booking', '/admin/bookings/booking-1'],
  ])
})

test('a failing webhook can be retried', async () => {
  let current: PaymentsAttention = { ...calm, failingEvents: { count: 1, rows: [event] } }
  const { calls } = await show({ attention: () => current, retryEvent: () => ({}) })
  const table = await screen.findByRole('table', { name: 'Failing payment webhooks' })
  for (const text of [
    'charge.dispute.created',
    'evt_1QX8Kd',
    'Error: no such payment',
    'Retries have stopped',
  ])
    expect(within(table).getByText(text)).toBeTruthy()
  current = calm
  await userEvent.click(within(table).getByRole('button', { name: /^Retry now/ }))
  expect(await screen.findByText('The payment webhook is being retried')).toBeTruthy()
  expect(calls).toContainEqual(['retryEvent', { id: 'evt_1QX8Kd' }])
  expect(await screen.findByText('Nothing needs your attention.')).toBeTruthy()
})

test('one button retries all failing webhooks, and is absent if there is only one', async () => {
  const single = { count: 1, rows: [event] }
  await show({ attention: () => ({ ...calm, failingEvents: single }) })
  await screen.findByRole('table', { name: 'Failing payment webhooks' })
  expect(screen.queryByRole('button', { name: 'Retry all failing payment webhooks' })).toBeNull()
  clearParts()
  const several = { count: 2, rows: [event, { ...event, id: 'evt_2' }] }
  const { calls } = await show({
    attention: () => ({ ...calm, failingEvents: several }),
    retryEvents: () => ({ count: 2 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Retry all failing payment webhooks' }))
  expect(await screen.findByText('2 payment webhooks are being retried')).toBeTruthy()
  expect(calls.filter(([name]) => name === 'retryEvents')).toHaveLength(1)
})

test('an unbalanced ledger is marked and comes first in the list of problems', async () => {
  const imbalances: PaymentsAttention['ledger']['imbalances'] = [
    { currency: 'USD', cents: -120 },
    { currency: 'JPY', cents: 120 },
  ]
  await show({ attention: () => ({ ...calm, ledger: { ...calm.ledger, transactions: 3, imbalances } }) })
  const card = (await screen.findByText('Ledger sum')).closest('div')
  expect(card?.textContent).toBe('Ledger sum−$1.20, ¥1203 transactions, not balanced')
  expect(screen.getByText('The ledger doesn’t balance').parentElement?.textContent).toContain(
    'Its sum is −$1.20, ¥120 instead of 0.00.',
  )
  expect(screen.queryByText('Nothing needs your attention.')).toBeNull()
})

test('shows no Stripe figures with the sandbox', async () => {
  await show({ attention: () => ({ ...calm, stripe: null }) })
  expect(await screen.findByText(/^No real money is charged\. Updated/)).toBeTruthy()
  expect(screen.queryByText('Payment webhook delay, p95')).toBeNull()
})

test('shows an error when a webhook to retry was already handled', async () => {
  await show({
    attention: () => ({ ...calm, failingEvents: { count: 1, rows: [event] } }),
    retryEvent: () => {
      throw new ORPCError('ALREADY_RESOLVED', { status: 409, message: 'Handled already.', defined: true })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Retry now/ }))
  expect(await screen.findByText('Failed to retry the payment webhook')).toBeTruthy()
  expect(screen.getByText('Handled already.')).toBeTruthy()
})

test('searches, pages, and shows all payments again', async () => {
  const { calls, onSearch } = await show({
    list: ({ q }: PaymentsSearch) => createPage(q === undefined ? [row] : [], { nextCursor: 'next' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  expect(onSearch).toHaveBeenLastCalledWith({ q: undefined, after: 'next' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search payments' }), 'pi_9')
  await waitFor(() => expect(calls).toContainEqual(['list', { q: 'pi_9' }]))
  expect(await screen.findByText('No payment matches “pi_9”.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all payments' }))
  expect(await screen.findByText('owen@carriage.example')).toBeTruthy()
})

test('says that the site has no payments yet', async () => {
  await show({ list: () => createPage([]) })
  expect(await screen.findByText('No payments yet.')).toBeTruthy()
})

test('a failed list and failed figures each show their error and can be retried', async () => {
  let isBroken = true
  const failWhileBroken = (result: unknown) => () => {
    if (isBroken) throw new TypeError('gone')
    return result
  }
  await show({ list: failWhileBroken(createPage([row])), attention: failWhileBroken(calm) })
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThanOrEqual(2))
  expect(screen.getAllByText('Failed to load payments').length).toBeGreaterThan(0)
  isBroken = false
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button)
  expect(await screen.findByText('owen@carriage.example')).toBeTruthy()
  expect(await screen.findByText('Nothing needs your attention.')).toBeTruthy()
})

test('parses the search in the URL', () => {
  expect(readPaymentsSearch({ q: ' OR-1 ', after: 'a', before: 'b' })).toEqual({
    q: 'OR-1',
    after: 'a',
    before: undefined,
  })
})
