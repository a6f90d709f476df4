import { expect, test } from 'vitest'
import { compareEnds, fitGrowth } from './flatness'

const SAWTOOTH = [100, 108, 97, 103, 95, 106, 99, 104, 96, 102, 101, 107]

test('a sawtooth and a single peak count as flat', () => {
  expect(fitGrowth(SAWTOOTH)).toBeCloseTo(1, 1)
  expect(fitGrowth(SAWTOOTH.with(11, 500))).toBeLessThan(1.05)
})

test('finds a leak that is smaller than the noise between two values', () => {
  const leaking = SAWTOOTH.map((value, index) => value + index * 2)
  expect(fitGrowth(leaking)).toBeGreaterThan(1.15)
  expect(fitGrowth(leaking)).toBeLessThan(1.3)
})

test('a single value has no growth', () => {
  expect(fitGrowth([100])).toBe(1)
})

test('compares the medians of the start and the end', () => {
  expect(compareEnds([10, 10, 90, 50, 50, 50, 12, 12, 12])).toBe(1.2)
  expect(compareEnds([10])).toBe(1)
})
