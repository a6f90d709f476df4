// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { Failures } from '../../contract-attention'
import { clearParts, renderPart } from '../testing-parts'
import { FailuresPage } from './failures-page'

afterEach(clearParts)

const calm: Failures = { emails: [], payments: [], refunds: [], hasMore: false }
const email = {
  id: 'mail-1',
  about: 'tickets',
  to: 'owen@carriage.example',
  at: '2026-11-20T09:00:00Z',
  reason: 'Error: 550 no such mailbox',
}
const refund = {
  id: 'refund-1',
  bookingId: null,
  number: 'OR-2026-10042',
  buyer: 'owen@carriage.example',
  amountCents: 3740,
  currency: 'EUR' as const,
  at: '2026-11-20T09:00:00Z',
  attempts: 18,
  reason: 'account closed',
}

async function show(failures: Failures, responses: Record<string, (input: never) => unknown> = {}) {
  let current = failures
  const calls = fakeServer({ failures: () => current, ...responses })
  await renderPart(
    <Suspense>
      <FailuresPage />
    </Suspense>,
  )
  return { calls, become: (next: Failures) => (current = next) }
}

test('shows an empty state without failures', async () => {
  await show(calm)
  await screen.findByText('Nothing has failed')
  expect(screen.queryByRole('list')).toBeNull()
})

test('a failed email shows subject, recipient and reason, and disappears after a retry', async () => {
  const { calls, become } = await show({ ...calm, emails: [email] }, { retryEmail: () => ({}) })
  const emails = await screen.findByRole('region', { name: 'Failed emails' })
  for (const text of ['Email about tickets', email.to, email.reason])
    expect(within(emails).getByText(text)).toBeTruthy()
  become(calm)
  await userEvent.click(within(emails).getByRole('button', { name: 'Try again: Email about tickets' }))
  expect(await screen.findByText('The email is being sent again')).toBeTruthy()
  expect(calls).toContainEqual(['retryEmail', { id: 'mail-1' }])
  await screen.findByText('Nothing has failed')
})

test('reports that another admin already resolved a failure, and refetches the list', async () => {
  const { become } = await show(
    { ...calm, refunds: [refund] },
    {
      retryRefund: () => {
        throw new ORPCError('ALREADY_RESOLVED', {
          status: 409,
          message: 'This was already handled.',
          defined: true,
        })
      },
    },
  )
  const refunds = await screen.findByRole('region', { name: 'Failed refunds' })
  expect(within(refunds).getByText('€37.40 refund, order OR-2026-10042')).toBeTruthy()
  become(calm)
  await userEvent.click(within(refunds).getByRole('button', { name: /^Try again/ }))
  expect(await screen.findByText('Failed to retry the refund')).toBeTruthy()
  expect(screen.getByText('This was already handled.')).toBeTruthy()
  await screen.findByText('Nothing has failed')
})

test('a waiting payment has no retry button', async () => {
  const payment = {
    id: 'payment-1',
    bookingId: null,
    number: 'OR-2026-10043',
    buyer: 'Deleted account',
    amountCents: 1600,
    currency: 'EUR' as const,
    since: '2026-11-20T09:00:00Z',
  }
  await show({ ...calm, payments: [payment], hasMore: true })
  const payments = await screen.findByRole('region', { name: 'Payments without an answer' })
  expect(within(payments).getByText('€16.00, order OR-2026-10043')).toBeTruthy()
  expect(within(payments).queryByRole('button')).toBeNull()
  expect(screen.getByText(/There are more/)).toBeTruthy()
})

test('a failed payment or refund of a booking shows the booking’s number', async () => {
  const booking = { bookingId: 'booking-1', number: 'BK-2026-0042' }
  const payment = {
    ...booking,
    id: 'payment-1',
    buyer: 'owen@carriage.example',
    amountCents: 3000,
    currency: 'EUR' as const,
    since: '2026-11-20T09:00:00Z',
  }
  await show({ ...calm, payments: [payment], refunds: [{ ...refund, ...booking }] })
  const payments = await screen.findByRole('region', { name: 'Payments without an answer' })
  expect(within(payments).getByText('€30.00, booking BK-2026-0042')).toBeTruthy()
  expect(within(payments).getByText(/approves after the booking is canceled/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again: €37.40 refund, booking BK-2026-0042' })).toBeTruthy()
})
