import { expect, test } from 'vitest'
import {
  addProviderFee,
  getBalanceLimit,
  getDepositDeadline,
  getDepositDue,
  type PayableBooking,
} from './booking-payment'

const booking: PayableBooking = {
  status: 'confirmed',
  isOfOwnEvent: true,
  deal: { kind: 'flat' },
  feeCents: 10_000,
  depositCents: 3_000,
  paidDepositCents: 0,
  paidBalanceCents: 0,
  settledCents: null,
}

test.each<[string, Partial<PayableBooking>, { deposit: number; balance: number }]>([
  ['agreed', {}, { deposit: 3_000, balance: 7_330 }],
  ['with a paid deposit', { paidDepositCents: 3_000 }, { deposit: 0, balance: 7_330 }],
  ['partly paid', { paidBalanceCents: 6_500 }, { deposit: 3_000, balance: 570 }],
  ['paid with the fee of the provider', { paidBalanceCents: 7_330 }, { deposit: 3_000, balance: 0 }],
  ['without a deposit', { depositCents: null }, { deposit: 0, balance: 10_450 }],
  ['played', { status: 'completed' }, { deposit: 0, balance: 10_450 }],
  [
    'played, with a paid deposit',
    { status: 'completed', paidDepositCents: 3_000 },
    { deposit: 0, balance: 7_330 },
  ],
  [
    'partly paid by the settlement',
    { status: 'completed', depositCents: null, paidBalanceCents: 1_000, settledCents: 4_000 },
    { deposit: 0, balance: 6_290 },
  ],
  [
    'paid by the settlement',
    { status: 'completed', depositCents: null, settledCents: 10_000 },
    { deposit: 0, balance: 0 },
  ],
  ['a guarantee', { deal: { kind: 'guarantee' } }, { deposit: 3_000, balance: 7_330 }],
  [
    'a percentage',
    { deal: { kind: 'percentage' }, feeCents: null, depositCents: null },
    { deposit: 0, balance: 0 },
  ],
  ['not agreed', { status: 'pending' }, { deposit: 0, balance: 0 }],
  ['cancelled', { status: 'cancelled' }, { deposit: 0, balance: 0 }],
  ['of no event of the client', { isOfOwnEvent: false }, { deposit: 0, balance: 0 }],
])('what can be paid for a booking that is %s', (_, changes, { deposit, balance }) => {
  expect(getDepositDue({ ...booking, ...changes })).toBe(deposit)
  expect(getBalanceLimit({ ...booking, ...changes })).toBe(balance)
})

test('a deposit is due 7 days after the agreement, but at the latest when the set starts', () => {
  const agreedAt = new Date('2026-11-29T12:00:00Z')
  const getDay = (startsAt: string) => getDepositDeadline(agreedAt, new Date(startsAt)).toISOString()
  expect(getDay('2026-12-24T22:00:00Z')).toBe('2026-12-06T12:00:00.000Z')
  expect(getDay('2026-12-01T22:00:00Z')).toBe('2026-12-01T22:00:00.000Z')
})

test('a payment includes the provider’s fee, and is at least one dollar', () => {
  expect([40_000, 100, 1].map(addProviderFee)).toEqual([41_650, 154, 100])
})
