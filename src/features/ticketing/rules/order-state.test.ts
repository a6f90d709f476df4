import { expect, test } from 'vitest'
import { isHoldOver } from './hold'
import { canCancel, canMove, ORDER_MOVES, ORDER_STATUSES } from './order-state'
import { hasReceipt } from './ticket-policy'

test('refunded is the end, and nothing goes back to reserved', () => {
  expect(ORDER_MOVES.refunded).toEqual([])
  for (const from of ORDER_STATUSES) expect(canMove(from, 'reserved')).toBe(false)
})

test('a confirmed order is never expired or cancelled', () => {
  expect(canMove('confirmed', 'expired')).toBe(false)
  expect(canMove('confirmed', 'cancelled')).toBe(false)
})

test('only what is held can be given back', () => {
  expect(ORDER_STATUSES.filter(canCancel)).toEqual(['reserved'])
})

test('there is a receipt where there was money', () => {
  expect(ORDER_STATUSES.filter(hasReceipt)).toEqual(['confirmed', 'refunded'])
})

test('a hold is over at its very moment', () => {
  const end = new Date('2026-11-20T21:48:00Z')
  expect(isHoldOver(end, new Date('2026-11-20T21:47:59.999Z'))).toBe(false)
  expect(isHoldOver(end, end)).toBe(true)
})
