import { expect, test } from 'vitest'
import type { Attention } from '../../contract-attention'
import { listAttentionRows } from './attention-rows'

const now = Date.parse('2026-11-21T12:00:00Z')
const calm: Attention = {
  inviteRequests: { count: 0, oldestAt: null },
  reports: { count: 0, people: 0, messages: 0 },
  payments: { count: 0, oldestAt: null },
  refunds: { count: 0, amounts: [] },
  emails: { count: 0, newest: null },
}
const only = (part: Partial<Attention>) => listAttentionRows({ ...calm, ...part }, now)

test('leaves out rows with a count of zero', () => {
  expect(listAttentionRows(calm, now)).toEqual([])
})

test('AD-03 each row has a count, a label and the most useful detail', () => {
  const rows = listAttentionRows(
    {
      inviteRequests: { count: 6, oldestAt: '2026-11-16T12:00:00Z' },
      reports: { count: 3, people: 1, messages: 2 },
      payments: { count: 2, oldestAt: '2026-11-21T11:50:00Z' },
      refunds: { count: 1, amounts: [{ currency: 'USD', cents: 3740 }] },
      emails: { count: 1200, newest: { to: 'owen@carriage.example', about: 'a notification' } },
    },
    now,
  )
  expect(rows.map(({ count, label, more }) => [count, label, more])).toEqual([
    ['6', 'invite requests', 'The oldest has waited 5 days'],
    ['3', 'reports', '1 about a person, 2 about messages'],
    ['2', 'payments without an answer', 'Checking with the bank for 10 minutes'],
    ['1', 'failed refund', '$37.40 to refund'],
    ['1,200', 'failed emails', 'Latest: owen@carriage.example, a notification'],
  ])
})

test('uses the singular for a count of one', () => {
  expect(only({ inviteRequests: { count: 1, oldestAt: '2026-11-21T10:00:00Z' } })).toMatchObject([
    { label: 'invite request', more: 'It has waited 2 hours' },
  ])
  expect(only({ emails: { count: 1, newest: { to: null, about: 'tickets' } } })).toMatchObject([
    { label: 'failed email', more: 'tickets' },
  ])
})

test('failed refunds have one amount for each currency', () => {
  const amounts: Attention['refunds']['amounts'] = [
    { currency: 'EUR', cents: 3740 },
    { currency: 'JPY', cents: 3740 },
  ]
  expect(only({ refunds: { count: 2, amounts } })).toMatchObject([{ more: '€37.40, ¥3,740 to refund' }])
})
