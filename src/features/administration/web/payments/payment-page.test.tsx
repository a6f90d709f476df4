// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { PaymentCheck, PaymentDetail } from '../../contract-payments'
import { clearParts, renderPart } from '../testing-parts'
import { PaymentPage } from './payment-page'
import { PaymentNotFound } from './payment-placeholders'

afterEach(clearParts)

const at = '2026-11-20T09:00:00.000Z'
const payment: PaymentDetail = {
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
  startedAt: at,
  settledAt: at,
  declineReason: null,
  refundedCents: 0,
  refundStatuses: ['failed'],
  steps: [
    { kind: 'started', at },
    { kind: 'processing', at },
    { kind: 'declined', at, reason: 'Your card has expired.' },
    { kind: 'settled', at, outcome: 'approved' },
    {
      kind: 'refund',
      id: 'refund-1',
      at,
      amountCents: 1200,
      reason: 'Refunded by the organizer',
      status: 'failed',
      settledAt: at,
      error: 'account closed',
    },
    { kind: 'report', at, id: 'evt_1', type: 'refund.failed', handledAt: null, error: null },
    {
      kind: 'dispute',
      id: 'dp_1',
      at,
      amountCents: 5280,
      reason: 'product_not_received',
      status: 'under_review',
      dueBy: at,
      closedAt: null,
    },
  ],
}

test('shows one payment with its history and ids', async () => {
  await renderPart(<PaymentPage payment={payment} invoices={<p>The invoices</p>} />)
  screen.getByText('The invoices')
  expect(screen.getByRole('heading', { level: 1, name: 'Payment for OR-2026-10042' })).toBeTruthy()
  const history = screen.getByRole('region', { name: 'History' })
  const steps = within(history)
    .getAllByRole('listitem')
    .map((item) => [...item.querySelectorAll('p')].map(({ textContent }) => textContent))
  expect(steps).toEqual([
    ['Started'],
    ['Waiting for the bank'],
    ['Declined', 'Your card has expired.'],
    ['Paid'],
    ['Refund of $12.00 failed', 'Refunded by the organizer', 'account closed'],
    ['Webhook refund.failed', 'Not handled yet'],
    ['Dispute of $52.80: under review', 'Not received', expect.stringMatching(/^Due \w/)],
  ])
  const details = screen.getByRole('region', { name: 'Details' })
  for (const text of ['owen@carriage.example', 'refund failed', 'Stripe', 'pi_3QXv', 'b2b_1'])
    expect(within(details).getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/admin/payments')
})

test('the payment of a booking leads to the booking', async () => {
  const booking = { orderId: null, bookingId: 'booking-1', number: 'BK-2026-00042' }
  await renderPart(<PaymentPage payment={{ ...payment, ...booking }} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Payment for BK-2026-00042' })).toBeTruthy()
  const details = within(screen.getByRole('region', { name: 'Details' }))
  expect(details.getByRole('link', { name: 'BK-2026-00042' }).getAttribute('href')).toBe(
    '/admin/bookings/booking-1',
  )
  expect(details.getByText('Client')).toBeTruthy()
  expect(details.queryByText('Buyer')).toBeNull()
})

test.each<[PaymentCheck, string]>([
  [{ state: 'approved', amountCents: 5280, reason: null }, 'Stripe received $52.80.'],
  [{ state: 'declined', amountCents: null, reason: 'No money.' }, 'The payment was declined: No money.'],
  [
    { state: 'unavailable', amountCents: null, reason: null },
    'Stripe did not respond. Try again in a minute.',
  ],
])('a check at Stripe shows the result %o', async (result, text) => {
  const calls = fakeServer({ check: () => result })
  await renderPart(<PaymentPage payment={payment} />)
  await userEvent.click(screen.getByRole('button', { name: 'Check at Stripe' }))
  expect(await screen.findByText(text)).toBeTruthy()
  expect(calls).toEqual([['check', { reference: 'b2b_1' }]])
})

test('a sandbox payment can’t be checked at Stripe', async () => {
  await renderPart(<PaymentPage payment={{ ...payment, provider: 'sandbox', providerPaymentId: null }} />)
  expect(screen.queryByRole('button', { name: 'Check at Stripe' })).toBeNull()
  expect(screen.getByText('Sandbox')).toBeTruthy()
})

test('an unknown payment has a page with a way back', async () => {
  await renderPart(<PaymentNotFound />)
  expect(screen.getByRole('heading', { name: 'Payment not found' })).toBeTruthy()
})
