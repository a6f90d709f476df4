// @vitest-environment jsdom
import type { MoneyOverview } from '../../contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '~tests/support/render-order-parts'
import { PayoutNote, type PayoutProblem } from './payout-note'

const createOverview = (heldCents: number): MoneyOverview => ({
  balances: [{ currency: 'EUR', nextPayoutCents: 0, heldCents, balanceCents: heldCents, disputedCents: 0 }],
  dispute: { open: 0, next: null },
  events: [],
})

test.each<[PayoutProblem, string, string]>([
  ['missing', 'You have no payout account.', 'Connect a bank account'],
  ['in_progress', 'Your payout account isn’t complete.', 'Complete the setup'],
  ['restricted', 'Payouts to your account are paused.', 'See what’s missing'],
])('says why held money can’t be sent: %s', async (problem, title, link) => {
  renderPart(<PayoutNote problem={problem} overview={createOverview(5_000)} />)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/dashboard/settings#payouts')
})

test('shows nothing if there is no money to send', async () => {
  renderPart(
    <>
      <PayoutNote problem="missing" overview={createOverview(0)} />
      <p>After</p>
    </>,
  )
  expect(await screen.findByText('After')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
