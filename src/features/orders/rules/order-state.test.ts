import { expect, test } from 'vitest'
import { canMove, hasReceipt, ORDER_MOVES, ORDER_STATUSES } from './order-state'

test('refunded is the end, and nothing goes back to reserved', () => {
  expect(ORDER_MOVES.refunded).toEqual([])
  for (const from of ORDER_STATUSES) expect(canMove(from, 'reserved')).toBe(false)
})

test('a confirmed order is never expired or cancelled', () => {
  expect(canMove('confirmed', 'expired')).toBe(false)
  expect(canMove('confirmed', 'cancelled')).toBe(false)
})

test('only what is held can be given back', () => {
  expect(ORDER_STATUSES.filter((status) => canMove(status, 'cancelled'))).toEqual(['reserved'])
})

test('there is a receipt where there was money', () => {
  expect(ORDER_STATUSES.filter(hasReceipt)).toEqual(['confirmed', 'refunded'])
})
