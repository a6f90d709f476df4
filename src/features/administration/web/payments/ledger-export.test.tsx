// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { PaymentsAttention } from '../../contract-payments'
import { clearParts, renderPart } from '../testing-parts'
import { LedgerExport } from './ledger-export'

afterEach(clearParts)

async function show(days: { first: string; last: string } | null) {
  const none = { count: 0, rows: [] }
  const attention: PaymentsAttention = {
    stripe: null,
    ledger: { transactions: 3, days, imbalances: [] },
    lastDay: { count: 0, succeeded: 0 },
    failingEvents: none,
    withoutResult: none,
    openDisputes: none,
    openWaivers: none,
    settlementCases: none,
    waitingSettlements: none,
  }
  const calls = fakeServer({ attention: () => attention })
  await renderPart(<LedgerExport />)
  await waitFor(() => expect(calls).toHaveLength(1))
}

test('exports the ledger of a month, from the first to the last month with entries', async () => {
  await show({ first: '2025-11-08', last: '2026-02-03' })
  const month = await screen.findByRole('combobox', { name: 'Month' })
  const options = within(month).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'February 2026',
    'January 2026',
    'December 2025',
    'November 2025',
  ])
  const link = screen.getByRole('link', { name: 'Export CSV' })
  expect(link.getAttribute('href')).toBe('/admin/ledger.csv?month=2026-02')
  await userEvent.selectOptions(month, 'December 2025')
  expect(link.getAttribute('href')).toBe('/admin/ledger.csv?month=2025-12')
})

test('without entries there is nothing to export', async () => {
  await show(null)
  expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
})
