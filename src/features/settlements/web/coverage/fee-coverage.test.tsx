// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/order-parts'
import type { Coverage } from '../../contract-settlement'
import { FeeCoverage } from './fee-coverage'

afterEach(() => registerLink(undefined))

const held: Coverage = {
  heldCents: 100_800,
  feeCents: 140_000,
  releasedCents: 0,
  isPaid: false,
  releaseAt: '2026-12-13T03:00:00.000Z',
}

function render(coverage: Coverage, side: 'client' | 'dj' = 'dj') {
  fakeServer({ 'settlement.coverage': () => coverage })
  renderPart(<FeeCoverage booking={{ id: 'b1', side, otherName: 'Mara', timezone: 'Europe/Berlin' }} />)
}

test('the DJ sees how much of the fee is held and when it is released', async () => {
  render(held)
  await screen.findByRole('heading', { name: '72% of your fee is held' })
  expect(screen.getByRole('meter', { name: 'Fee held from ticket income' })).toHaveProperty('value', 72)
  screen.getByText(/\$1,008\.00 of \$1,400\.00, from ticket income\. What is held is released on Sun 13 Dec/)
})

test.each([
  [{ ...held, heldCents: 140_000 }, 'Mara’s fee is covered', /released on Sun 13 Dec/],
  [{ ...held, heldCents: 140_000, releasedCents: 140_000 }, 'Mara’s fee is released', /is being transferred/],
  [
    { ...held, heldCents: 140_000, releasedCents: 140_000, isPaid: true },
    'Mara’s fee is released',
    /\$1,400\.00 was transferred/,
  ],
])('the organizer sees what became of it: %#', async (coverage, heading, next) => {
  render(coverage, 'client')
  await screen.findByRole('heading', { name: heading })
  screen.getByText(next)
})

test('shows nothing for a fee that isn’t guaranteed', async () => {
  render(null)
  await expect(screen.findByRole('meter')).rejects.toThrow()
})
