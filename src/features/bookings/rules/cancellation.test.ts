import { expect, test } from 'vitest'
import {
  calculateCancellation,
  calculateRow,
  type Cancellation,
  getCancellationPeriods,
} from './cancellation'
import { FLAT_DEAL } from './deal'

const booked: Cancellation = {
  deal: { ...FLAT_DEAL, kind: 'guarantee', basisPoints: 6000 },
  feeCents: 140_000,
  depositCents: 35_000,
  isDepositPaid: true,
  // 01:00 on Saturday in Berlin belongs to Friday 11 December.
  startsAt: '2026-12-12T00:00:00.000Z',
  timezone: 'Europe/Berlin',
  cancelledAt: new Date('2026-11-22T12:00:00Z'),
  cancelledBy: 'client',
}
const cancelAt = (time: string, more: Partial<Cancellation> = {}) =>
  calculateCancellation({ ...booked, cancelledAt: new Date(time), ...more })

test('the deposit is refunded until 21 days before, then kept, then half of the guarantee is due', () => {
  expect(getCancellationPeriods(booked)).toEqual({ freeUntil: '2026-11-20', halfFrom: '2026-12-05' })
  expect(cancelAt('2026-11-20T22:59:00Z')).toEqual({ djGetsCents: 0, row: 'free' })
  expect(cancelAt('2026-11-20T23:00:00Z')).toEqual({ djGetsCents: 35_000, row: 'deposit' })
  expect(cancelAt('2026-12-04T22:59:00Z')).toEqual({ djGetsCents: 35_000, row: 'deposit' })
  expect(cancelAt('2026-12-04T23:00:00Z')).toEqual({ djGetsCents: 70_000, row: 'half' })
})

test('the days of the cancellation periods come from the terms', () => {
  const deal = { ...booked.deal, cancellation: { freeDays: 30, halfFeeDays: 14 } }
  expect(cancelAt('2026-11-12T12:00:00Z', { deal }).row).toBe('deposit')
  expect(cancelAt('2026-11-27T12:00:00Z', { deal }).row).toBe('half')
})

test('everything is refunded if the DJ cancels; the deposit is split if the venue cancels', () => {
  expect(cancelAt('2026-12-10T12:00:00Z', { cancelledBy: 'dj' })).toEqual({ djGetsCents: 0, row: 'half' })
  expect(cancelAt('2026-12-10T12:00:00Z', { cancelledBy: 'venue' })).toEqual({
    djGetsCents: 17_500,
    row: 'venue',
  })
})

test('an unpaid deposit can’t be kept or split, but half of the fee stays due', () => {
  const unpaid = { ...booked, isDepositPaid: false }
  expect(calculateRow('deposit', unpaid)).toBe(0)
  expect(calculateRow('venue', unpaid)).toBe(0)
  expect(calculateRow('half', unpaid)).toBe(70_000)
})

test('a percentage deal has no fee to halve, and a deposit of more than half the fee isn’t reduced', () => {
  const percentage = { ...booked, deal: { ...booked.deal, kind: 'percentage' as const }, depositCents: null }
  expect(calculateRow('half', percentage)).toBe(0)
  expect(calculateRow('half', { ...booked, depositCents: 100_000 })).toBe(100_000)
})
