import { expect, test } from 'vitest'
import { computeConversion, countDaysBetween, computePerDayToSellOut } from './sale-pace'
import { SALE_SOURCES } from './traffic-source'
import { formatTrafficSource } from './traffic-source'

test('counts days across months and years', () => {
  expect(countDaysBetween('2026-11-21', '2026-12-05')).toBe(14)
  expect(countDaysBetween('2026-12-31', '2027-01-01')).toBe(1)
  expect(countDaysBetween('2026-11-22', '2026-11-21')).toBe(-1)
})

test('returns tickets per day needed to sell out', () => {
  expect(computePerDayToSellOut({ left: 204, days: 15 })).toBe(14)
  expect(computePerDayToSellOut({ left: 1, days: 15 })).toBe(1)
  for (const nothing of [
    { left: 0, days: 5 },
    { left: 5, days: 0 },
    { left: 5, days: null },
    { left: -3, days: 5 },
  ])
    expect(computePerDayToSellOut(nothing)).toBeNull()
})

test('returns tickets per view', () => {
  expect(computeConversion(402, 3912)).toBe(103)
  expect(computeConversion(5, 0)).toBeNull()
})

test('each traffic source has its own label; that of a profile names the host', () => {
  expect(new Set(SALE_SOURCES.map((source) => formatTrafficSource(source, null))).size).toBe(
    SALE_SOURCES.length,
  )
  expect(formatTrafficSource('profile', 'Juno Okafor')).toBe('Juno Okafor’s profile')
  expect(formatTrafficSource('chat', 'Juno Okafor')).toBe('Chat rooms')
})
