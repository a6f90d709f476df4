import { expect, test } from 'vitest'
import { type CancelledBooking, describeConsequence, listCancellationTexts } from './cancellation-texts'
import { FLAT_DEAL } from './deal'

const booking: CancelledBooking = {
  deal: { ...FLAT_DEAL, kind: 'guarantee', basisPoints: 6000 },
  feeCents: 140_000,
  depositCents: 35_000,
  isDepositPaid: true,
  startsAt: '2026-12-12T00:00:00.000Z',
  timezone: 'Europe/Berlin',
  currency: 'USD',
  side: 'client',
  other: 'Mara Voss',
}
const listRows = (more: Partial<CancelledBooking>) =>
  listCancellationTexts({ ...booking, ...more }).map(({ period, byYou, byOther }) => [period, byYou, byOther])

test('lists the matrix as the client sees it', () => {
  expect(listRows({})).toEqual([
    ['Until 20 Nov', 'Deposit refunded to you', 'Deposit refunded to you'],
    ['21 Nov to 4 Dec', 'Mara Voss keeps $350.00', '$350.00 refunded to you'],
    [
      'From 5 Dec',
      'Mara Voss gets 50% of the guarantee: $700.00, deposit included',
      '$350.00 refunded to you',
    ],
    ['Event canceled by the venue', 'Deposit split: $175.00 each', 'Deposit split: $175.00 each'],
  ])
})

test('lists the matrix as the DJ sees it', () => {
  const rows = listRows({ side: 'dj', other: 'Jonas Wirth', deal: FLAT_DEAL, depositCents: 35_001 })
  expect(rows.slice(1)).toEqual([
    ['21 Nov to 4 Dec', '$350.01 refunded to Jonas Wirth', 'You keep $350.01'],
    ['From 5 Dec', '$350.01 refunded to Jonas Wirth', 'You get 50% of the fee: $700.00, deposit included'],
    [
      'Event canceled by the venue',
      'Deposit split: $175.01 for you, $175.00 for Jonas Wirth',
      'Deposit split: $175.01 for you, $175.00 for Jonas Wirth',
    ],
  ])
})

test('says that nothing is due without a deposit or a fixed amount', () => {
  const deal = { ...FLAT_DEAL, kind: 'percentage' as const, basisPoints: 6000 }
  const rows = listRows({ deal, feeCents: null, depositCents: null })
  expect(new Set(rows.flatMap(([, byYou, byOther]) => [byYou, byOther]))).toEqual(new Set(['Nothing is due']))
  expect(describeConsequence({ ...booking, deal, feeCents: null, depositCents: null }, 'half')).toBe(
    'nothing is due',
  )
  expect(listRows({ depositCents: null })[2]?.[1]).toBe('Mara Voss gets 50% of the guarantee: $700.00')
})

test('counts only a deposit that was paid', () => {
  const unpaid = { ...booking, isDepositPaid: false }
  expect(listRows({ isDepositPaid: false })).toEqual([
    ['Until 20 Nov', 'Nothing is due', 'Nothing is due'],
    ['21 Nov to 4 Dec', 'Nothing is due', 'Nothing is due'],
    ['From 5 Dec', 'Mara Voss gets 50% of the guarantee: $700.00', 'Nothing is due'],
    ['Event canceled by the venue', 'Nothing is due', 'Nothing is due'],
  ])
  for (const row of ['free', 'deposit'] as const)
    expect(describeConsequence(unpaid, row)).toBe('the $350.00 deposit isn’t paid, so nothing is due')
  expect(describeConsequence(unpaid, 'half')).toBe('Mara Voss gets 50% of the guarantee: $700.00')
  expect(describeConsequence({ ...unpaid, side: 'dj', other: 'Jonas Wirth' }, 'half')).toBe(
    'the $350.00 deposit isn’t paid, so nothing is due',
  )
})

test('names a single day, and leaves out a period without days', () => {
  const withDays = (freeDays: number, halfFeeDays: number) =>
    listRows({ deal: { ...booking.deal, cancellation: { freeDays, halfFeeDays } } }).map(([period]) => period)
  expect(withDays(8, 6)[1]).toBe('4 Dec')
  expect(withDays(7, 6)).toEqual(['Until 4 Dec', 'From 5 Dec', 'Event canceled by the venue'])
})

test('states the consequence for the side that cancels', () => {
  expect(describeConsequence(booking, 'free')).toBe(
    'the $350.00 deposit is refunded to you and nothing else is due',
  )
  expect(describeConsequence(booking, 'deposit')).toBe(
    'Mara Voss keeps the $350.00 deposit and nothing else is due',
  )
  expect(describeConsequence(booking, 'half')).toBe(
    'Mara Voss gets 50% of the guarantee: $700.00, deposit included',
  )
  expect(describeConsequence({ ...booking, side: 'dj', other: 'Jonas Wirth' }, 'half')).toBe(
    'the $350.00 deposit is refunded to Jonas Wirth and nothing else is due',
  )
})

test('formats the amounts in the currency of the booking', () => {
  expect(describeConsequence({ ...booking, currency: 'EUR' }, 'half')).toBe(
    'Mara Voss gets 50% of the guarantee: €700.00, deposit included',
  )
  // Half of an odd number of yen is rounded up.
  const yen = { ...booking, currency: 'JPY', feeCents: 140_001, depositCents: 35_001 } as const
  expect(describeConsequence(yen, 'half')).toBe(
    'Mara Voss gets 50% of the guarantee: ¥70,001, deposit included',
  )
  expect(describeConsequence(yen, 'venue')).toBe('Deposit split: ¥17,501 for Mara Voss, ¥17,500 for you')
})
