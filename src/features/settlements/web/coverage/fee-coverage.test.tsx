// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/render-order-parts'
import type { Coverage } from '../../contract-settlement'
import { coverageQuery } from '../queries'
import { FeeCoverage } from './fee-coverage'

afterEach(() => {
  registerLink(undefined)
  vi.restoreAllMocks()
})

const held: Coverage = {
  heldCents: 100_800,
  feeCents: 140_000,
  currency: 'EUR',
  releasedCents: 0,
  isPaid: false,
  isShort: false,
  releaseAt: '2026-12-13T03:00:00.000Z',
  waitsFor: null,
}

/** Appears once the coverage is loaded, even if the component shows nothing. */
function Loaded() {
  return useQuery(coverageQuery('b1')).isSuccess && <output>Loaded</output>
}

function render(
  coverage: Coverage,
  side: 'client' | 'dj' = 'dj',
  more: Partial<ComponentProps<typeof FeeCoverage>['booking']> = {},
) {
  fakeServer({ 'settlement.coverage': () => coverage })
  renderPart(
    <>
      <FeeCoverage
        booking={{
          id: 'b1',
          side,
          otherName: 'Mara',
          timezone: 'Europe/Berlin',
          status: 'confirmed',
          startsAt: '2026-12-12T01:00:00.000Z',
          endsAt: '2026-12-12T03:00:00.000Z',
          paidDepositCents: 0,
          ...more,
        }}
        renderChoices={(missingCents) => <button type="button">Top up {missingCents}</button>}
      />
      <Loaded />
    </>,
  )
}

test('the DJ sees how much of the fee is held and when it is released', async () => {
  render(held)
  await screen.findByRole('heading', { name: '72% of your guaranteed fee is held' })
  expect(screen.getByRole('meter', { name: 'Held of the guaranteed fee' })).toHaveProperty('value', 72)
  screen.getByText(/€1,008\.00 of €1,400\.00\. The held amount is released on Sun 13 Dec/)
})

test.each([
  ['question', /A figure of the settlement is questioned\./],
  ['attendance', /No guests were checked in\./],
  ['settlement', /The settlement pays it\./],
  ['release', /The held amount is being released\./],
] as const)('says why the held amount isn’t released yet: %s', async (waitsFor, reason) => {
  render({ ...held, waitsFor })
  await screen.findByText(reason)
  expect(screen.queryByText(/13 Dec/)).toBeNull()
})

test('says that a paid deposit isn’t part of the amount', async () => {
  render(held, 'client', { paidDepositCents: 35_000 })
  await screen.findByText(
    /^€1,008\.00 of €1,400\.00 · deposit of €350\.00 paid separately\. The held amount is released/,
  )
})

test.each([
  [{ ...held, heldCents: 140_000 }, 'Mara’s guaranteed fee is covered', /released on Sun 13 Dec/],
  [
    { ...held, heldCents: 140_000, releasedCents: 140_000 },
    'Mara’s guaranteed fee is released',
    /^€1,400\.00 of €1,400\.00\. It’s being sent to Mara\.$/,
  ],
  [
    { ...held, heldCents: 140_000, isPaid: true },
    'Mara’s guaranteed fee is covered',
    /^€1,400\.00 of €1,400\.00\. It was paid with the settlement\.$/,
  ],
  [
    { ...held, releasedCents: 100_800, isPaid: true },
    '€1,008.00 of Mara’s guaranteed fee is released',
    /€1,008\.00 was sent to Mara\. The settlement pays the rest\.$/,
  ],
  [
    { ...held, heldCents: 140_000, releasedCents: 140_000, isPaid: true },
    'Mara’s guaranteed fee is released',
    /€1,400\.00 was sent to Mara\.$/,
  ],
])(
  'the organizer sees whether the fee is covered, released and sent: %#',
  async (coverage, heading, next) => {
    render(coverage, 'client')
    await screen.findByRole('heading', { name: heading })
    screen.getByText(next)
  },
)

test('shows nothing for a fee that isn’t guaranteed', async () => {
  render(null)
  await screen.findByText('Loaded')
  expect(screen.queryByRole('meter')).toBeNull()
})

const choices = {
  client: 'Top it up, agree on a lower fee with Mara, or cancel the booking by its terms.',
  dj: 'Mara can top it up. You can agree on a lower fee, or cancel the booking by its terms.',
}

test.each([
  ['client', 'before the set', '2026-12-12T00:59:00Z', choices.client],
  ['dj', 'before the set', '2026-12-12T00:59:00Z', choices.dj],
  [
    'client',
    'during the set',
    '2026-12-12T01:00:00Z',
    'The set has started. Top it up, or agree on a lower fee with Mara.',
  ],
  ['dj', 'during the set', '2026-12-12T02:59:00Z', choices.dj],
  ['client', 'after the set', '2026-12-12T03:00:00Z', 'You can still top it up.'],
  ['dj', 'after the set', '2026-12-12T03:00:00Z', 'Mara can still top it up.'],
] as const)('the %s sees what is missing and what can be done %s', async (side, _, now, expected) => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now))
  render({ ...held, isShort: true }, side)
  const missing = await screen.findByText('€392.00 isn’t covered yet.')
  expect(missing.parentElement?.textContent).toBe(`€392.00 isn’t covered yet. ${expected}`)
  screen.getByRole('button', { name: 'Top up 39200' })
})
