import { expect, test } from 'vitest'
import { conversionPerMille, daysBetween, perDayToSellOut } from './sale-pace'
import { SALE_SOURCES } from './traffic-source'
import { trafficSourceLabel } from './traffic-source'

test('counts days across months and years', () => {
  expect(daysBetween('2026-11-21', '2026-12-05')).toBe(14)
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1)
  expect(daysBetween('2026-11-22', '2026-11-21')).toBe(-1)
})

test('returns tickets per day needed to sell out', () => {
  expect(perDayToSellOut({ left: 204, days: 15 })).toBe(14)
  expect(perDayToSellOut({ left: 1, days: 15 })).toBe(1)
  for (const nothing of [
    { left: 0, days: 5 },
    { left: 5, days: 0 },
    { left: 5, days: null },
    { left: -3, days: 5 },
  ])
    expect(perDayToSellOut(nothing)).toBeNull()
})

test('returns tickets per view', () => {
  expect(conversionPerMille(402, 3912)).toBe(103)
  expect(conversionPerMille(5, 0)).toBeNull()
})

test('labels each source; a profile has the name of the host', () => {
  expect(new Set(SALE_SOURCES.map((source) => trafficSourceLabel(source, null))).size).toBe(
    SALE_SOURCES.length,
  )
  expect(trafficSourceLabel('profile', 'Juno Okafor')).toBe('Juno Okafor’s profile')
  expect(trafficSourceLabel('chat', 'Juno Okafor')).toBe('Chat rooms')
})
