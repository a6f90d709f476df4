// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import type { PaymentsAttention } from '../../contract-payments'
import type { SettlementResult, WaitingSettlement } from '../../contract-settlements'
import { clearParts, renderPart } from '../testing-parts'
import { PaymentsAttention as Attention } from './payments-attention'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

const waiting: WaitingSettlement = {
  eventId: 'event-1',
  eventTitle: 'Low Ceiling',
  organizerName: 'Sofia Lind',
  readyAt: '2026-11-10T09:00:00.000Z',
  isQuestioned: true,
}
const result: SettlementResult = {
  eventTitle: 'Low Ceiling',
  currency: 'USD',
  digest: 'd1',
  organizer: { name: 'Sofia Lind', cents: 11_000 },
  shares: [
    { bookingId: 'booking-1', name: 'Mara Voss', cents: 16_800, missingCents: 0 },
    { bookingId: 'booking-2', name: 'Juno Okafor', cents: 4_200, missingCents: 1_000 },
  ],
  missingAcceptances: ['Sofia Lind', 'Juno Okafor'],
  questions: [
    {
      id: 'question-1',
      name: 'Juno Okafor',
      figure: 'Gross',
      cents: 32_000,
      expectedCents: null,
      reason: 'It was full.',
    },
  ],
  emails: [],
}
const createAttention = (rows: WaitingSettlement[]): PaymentsAttention => ({
  stripe: null,
  ledger: { transactions: 1, days: null, imbalances: [] },
  lastDay: { count: 0, succeeded: 0 },
  failingEvents: { count: 0, rows: [] },
  withoutResult: { count: 0, rows: [] },
  openDisputes: { count: 0, rows: [] },
  openWaivers: { count: 0, rows: [] },
  settlementCases: { count: 0, rows: [] },
  waitingSettlements: { count: rows.length, rows },
})

async function open(responses: Answers = {}) {
  let rows = [waiting]
  const calls = fakeServer({
    attention: () => createAttention(rows),
    settlement: () => result,
    closeSettlement: () => {
      rows = []
      return {}
    },
    ...responses,
  })
  await renderPart(<Attention />)
  const table = await screen.findByRole('table', { name: 'Settlements waiting' })
  await userEvent.click(within(table).getByRole('button', { name: 'Close settlement: Low Ceiling' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close settlement' })
  const submit = () => userEvent.click(within(dialog).getByRole('button', { name: 'Close settlement' }))
  const type = (text: string) =>
    userEvent.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), text)
  const listCalls = () => calls.filter(([name]) => name === 'closeSettlement')
  return { table, dialog, submit, type, listCalls }
}

test('a waiting settlement needs attention, and its dialog shows each person’s amount', async () => {
  const { table, dialog } = await open()
  expect(within(table).getByRole('cell', { name: 'questioned', hidden: true })).toBeTruthy()
  const link = screen.getByRole('link', { name: /Settlement waiting/, hidden: true })
  expect(link.getAttribute('href')).toBe('#settlements')
  expect(link.textContent).toContain('For 14 days or longer. Oldest: Low Ceiling')
  const list = await within(dialog).findByRole('list', { name: 'Result' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Mara Voss gets $168.00.',
    'Juno Okafor gets $42.00. The organizer owes them another $10.00.',
    'Sofia Lind, the organizer, gets $110.00.',
  ])
  expect(within(dialog).getByText('Not accepted by Sofia Lind, Juno Okafor.')).toBeTruthy()
  expect(
    within(dialog).getByText(/Juno Okafor questioned “Gross” of \$320\.00: “It was full\.” Closing settles/),
  ).toBeTruthy()
})

test('shows the amounts of an event in yen', async () => {
  const [question] = result.questions
  const inYen: SettlementResult = {
    ...result,
    currency: 'JPY',
    questions: question ? [{ ...question, cents: -32_000, expectedCents: 40_000 }] : [],
  }
  const { dialog } = await open({ settlement: () => inYen })
  const list = await within(dialog).findByRole('list', { name: 'Result' })
  expect(list.textContent).toBe(
    'Mara Voss gets ¥16,800.Juno Okafor gets ¥4,200. The organizer owes them another ¥1,000.Sofia Lind, the organizer, gets ¥11,000.',
  )
  expect(within(dialog).getByText(/“Gross” of −¥32,000 and expected ¥40,000:/)).toBeTruthy()
  expect(dialog.textContent).not.toContain('$')
})

test('closes with a reason, which is required', async () => {
  const { dialog, submit, type, listCalls } = await open()
  await within(dialog).findByRole('list', { name: 'Result' })
  await submit()
  expect(await within(dialog).findByText('Enter a reason. All sides will see it.')).toBeTruthy()
  expect(listCalls()).toEqual([])
  await type('No reply.')
  await submit()
  expect(await screen.findByText('The settlement of Low Ceiling is closed')).toBeTruthy()
  expect(listCalls()).toEqual([
    ['closeSettlement', { eventId: 'event-1', digest: 'd1', reason: 'No reply.' }],
  ])
  expect(await screen.findByText('Nothing needs your attention.')).toBeTruthy()
})

test('after a figure changed, the dialog keeps the reason and shows the new result', async () => {
  let current = result
  const { dialog, submit, type } = await open({
    settlement: () => current,
    closeSettlement: () => {
      current = { ...result, digest: 'd2', organizer: { name: 'Sofia Lind', cents: -500 } }
      throw new ORPCError('FIGURES_CHANGED', { status: 409, message: 'A figure has changed.', defined: true })
    },
  })
  await within(dialog).findByRole('list', { name: 'Result' })
  await type('No reply.')
  await submit()
  expect((await within(dialog).findByRole('alert')).textContent).toBe('A figure has changed.')
  expect(await within(dialog).findByText('Sofia Lind, the organizer, owes $5.00.')).toBeTruthy()
  expect(within(dialog).getByDisplayValue('No reply.')).toBeTruthy()
})

test('if another admin has already closed the settlement, the dialog closes and says so', async () => {
  const { dialog, submit, type } = await open({
    closeSettlement: () => {
      throw new ORPCError('SETTLED', {
        status: 409,
        message: 'This settlement is already final.',
        defined: true,
      })
    },
  })
  await within(dialog).findByRole('list', { name: 'Result' })
  await type('No reply.')
  await submit()
  expect(await screen.findByText('Failed to close the settlement')).toBeTruthy()
  expect(screen.getByText('This settlement is already final.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('amounts that fail to load can be loaded again, and no settlement is closed without them', async () => {
  let isBroken = true
  const { dialog } = await open({
    settlement: () => {
      if (isBroken) throw new TypeError('gone')
      return result
    },
  })
  const retry = await within(dialog).findByRole('button', { name: 'Try again' })
  expect(within(dialog).getByRole('button', { name: 'Close settlement' }).hasAttribute('disabled')).toBe(true)
  isBroken = false
  await userEvent.click(retry)
  expect(await within(dialog).findByRole('list', { name: 'Result' })).toBeTruthy()
})
