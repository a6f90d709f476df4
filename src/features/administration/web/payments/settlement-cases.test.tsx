// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { PaymentsAttention } from '../../contract-payments'
import type { SettlementCase, SettlementResult } from '../../contract-settlements'
import { clearParts, renderPart } from '../testing-parts'
import { PaymentsAttention as Attention } from './payments-attention'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T09:00:00Z'))
})
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const none = { count: 0, rows: [] }
const questioned: SettlementCase = {
  questionId: 'question-1',
  eventId: 'event-1',
  eventTitle: 'Low Ceiling',
  personName: 'Juno Okafor',
  figure: 'Share of Juno Okafor',
  reason: 'It was full.',
  questionedAt: '2026-11-14T09:00:00.000Z',
  closableAt: '2026-11-27T09:00:00.000Z',
}
const result: SettlementResult = {
  eventTitle: 'Low Ceiling',
  currency: 'EUR',
  digest: 'd1',
  organizer: { name: 'Sofia Lind', cents: 11_000 },
  shares: [{ bookingId: 'booking-1', name: 'Juno Okafor', cents: 4_200, missingCents: 0 }],
  missingAcceptances: ['Juno Okafor'],
  questions: [
    {
      id: 'question-1',
      name: 'Juno Okafor',
      figure: 'Share of Juno Okafor',
      cents: 4_200,
      expectedCents: 6_000,
      reason: 'It was full.',
    },
  ],
  emails: ['juno+b2b@example.com', 'sofia@example.com'],
}

async function open(more: Partial<SettlementCase> = {}) {
  const attention: PaymentsAttention = {
    stripe: null,
    ledger: { transactions: 1, days: null, imbalances: [] },
    lastDay: { count: 0, succeeded: 0 },
    failingEvents: none,
    withoutResult: none,
    openDisputes: none,
    openWaivers: none,
    settlementCases: { count: 1, rows: [{ ...questioned, ...more }] },
    waitingSettlements: none,
  }
  fakeServer({ attention: () => attention, settlement: () => result })
  await renderPart(<Attention />)
  const table = await screen.findByRole('table', { name: 'Questioned figures' })
  await userEvent.click(within(table).getByRole('button', { name: 'View settlement: Low Ceiling' }))
  const dialog = await screen.findByRole('dialog', { name: 'Settlement of Low Ceiling' })
  await within(dialog).findByRole('list', { name: 'Result' })
  return { table, dialog }
}

test('a questioned figure needs attention, and its row names the person who questioned it and the reason', async () => {
  const { table } = await open()
  const link = screen.getByRole('link', { name: /Questioned figure/, hidden: true })
  expect(link.getAttribute('href')).toBe('#settlement-cases')
  expect(link.textContent).toContain('For 3 days or longer. Oldest: Low Ceiling, Share of Juno Okafor')
  const cells = within(table)
    .getAllByRole('cell', { hidden: true })
    .map((cell) => cell.textContent)
  expect(cells.slice(0, 4)).toEqual([
    'Low Ceiling',
    'Share of Juno Okafor“It was full.”',
    'Juno Okafor',
    expect.stringContaining('14 Nov'),
  ])
})

test('the dialog of a questioned figure shows the shares, the day from which the settlement can be closed, and an email link to all sides', async () => {
  const { dialog } = await open()
  const panel = within(dialog)
  expect(panel.getByText('Juno Okafor gets €42.00.')).toBeTruthy()
  expect(
    panel.getByText(
      'Juno Okafor questioned “Share of Juno Okafor” of €42.00 and expected €60.00: “It was full.”',
    ),
  ).toBeTruthy()
  expect(panel.getByText(/You can close this settlement from/).textContent).toContain('27 Nov')
  expect(panel.getByRole('link', { name: 'Email all sides' }).getAttribute('href')).toBe(
    'mailto:?bcc=juno%2Bb2b%40example.com,sofia%40example.com&subject=Settlement%20of%20Low%20Ceiling',
  )
})

test.each([
  [null, 'You can close this settlement 14 days after its sides can accept it.'],
  ['2026-11-20T09:00:00.000Z', 'You can close this settlement under Settlements waiting.'],
])(
  'the dialog explains when the settlement can be closed if its closing time is %s',
  async (closableAt, sentence) => {
    const { dialog } = await open({ closableAt })
    expect(within(dialog).getByText(sentence)).toBeTruthy()
  },
)
