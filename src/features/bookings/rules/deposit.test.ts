import { expect, test } from 'vitest'
import { calculateDeposit } from './deposit'

test.each([
  [120_000, 25, 30_000],
  [1_000, 10, 100],
  [999, 10, 100],
  [990, 10, null],
  [120_000, 0, null],
  [120_000, null, null],
  [null, 25, null],
])('the deposit for a fee of %j cents and %j percent is %j', (feeCents, percent, expected) => {
  expect(calculateDeposit(feeCents, percent)).toBe(expected)
})
