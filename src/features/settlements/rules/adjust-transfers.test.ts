import { expect, test } from 'vitest'
import { calculateAdjustments } from './adjust-transfers'

const transfers = [
  { id: 'first', remainingCents: 1_000 },
  { id: 'second', remainingCents: 300 },
]

test('a greater share is transferred in addition', () => {
  expect(calculateAdjustments(1_500, transfers)).toEqual([{ cents: 200, reverses: null }])
  expect(calculateAdjustments(5, [])).toEqual([{ cents: 5, reverses: null }])
})

test('a smaller share reverses the latest transfers first', () => {
  expect(calculateAdjustments(900, transfers)).toEqual([
    { cents: -300, reverses: 'second' },
    { cents: -100, reverses: 'first' },
  ])
})

test('a loss reverses no more than was transferred', () => {
  expect(calculateAdjustments(-50, [{ id: 'first', remainingCents: 20 }])).toEqual([
    { cents: -20, reverses: 'first' },
  ])
})

test('an unchanged share needs no adjustment', () =>
  expect(calculateAdjustments(1_300, transfers)).toEqual([]))
