import { expect, test } from 'vitest'
import { ORDER_STATUSES } from './order-state'
import { decidePaid } from './paid-order'

const usual = { isAmountRight: true, hasFreeStock: true }

test('held stock is sold, whatever is free', () => {
  expect(decidePaid({ ...usual, status: 'reserved' })).toBe('sell_held')
  expect(decidePaid({ ...usual, status: 'reserved', hasFreeStock: false })).toBe('sell_held')
})

test('late money is honoured if stock remains and refunded otherwise', () => {
  expect(decidePaid({ ...usual, status: 'expired' })).toBe('sell_free')
  expect(decidePaid({ ...usual, status: 'expired', hasFreeStock: false })).toBe('give_back')
})

test('all other money goes back', () => {
  for (const status of ['confirmed', 'cancelled', 'refunded'] as const)
    expect(decidePaid({ ...usual, status })).toBe('give_back')
  for (const status of ORDER_STATUSES)
    expect(decidePaid({ ...usual, status, isAmountRight: false })).toBe('give_back')
})
