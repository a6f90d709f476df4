import { expect, test } from 'vitest'
import { readSaleCode, isSaleCode } from './sale-code'
import { formatDiscount, promoState } from './promo-code'
import { limitTooLowSentence, moved, overCapacity, tooLowSentence } from './ticket-types'

test('warns about more tickets than capacity, when the capacity is known', () => {
  expect(overCapacity({ stockSum: 606, capacity: 600 })).toBe(6)
  expect(overCapacity({ stockSum: 600, capacity: 600 })).toBe(0)
  expect(overCapacity({ stockSum: 606, capacity: null })).toBe(0)
})

test('moves one item and keeps the order of the others', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(moved(list, 0, 2).join('')).toBe('bcad')
  expect(moved(list, 3, 0).join('')).toBe('dabc')
  expect(moved(list, 1, 99).join('')).toBe('acdb')
  expect(moved(list, -1, 0)).toHaveLength(4)
})

test('describes the lowest stock and limit', () => {
  expect(tooLowSentence(258)).toBe('At least 258: that many are sold or held.')
  expect(limitTooLowSentence(1)).toBe('At least 1: one order uses it.')
})

test('normalizes typed codes', () => {
  expect(readSaleCode(' crew 88\n')).toBe('CREW88')
  expect(['AB', 'A'.repeat(25), 'CREW_88', 'CRÉW', ''].some(isSaleCode)).toBe(false)
  expect(['ABC', 'TWO-FOR-ONE', '123', 'A'.repeat(24)].every(isSaleCode)).toBe(true)
})

test('formats discounts', () => {
  expect(formatDiscount({ percent: 20, amountCents: null })).toBe('20%')
  expect(formatDiscount({ percent: null, amountCents: 1600 })).toBe('$16.00')
})

test('a promo code is valid from its start and expires at its end', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const later = new Date(now.getTime() + 1)
  const open = { useLimit: null, used: 7, startsAt: now, endsAt: later }
  expect(promoState(open, now)).toBe('open')
  expect(promoState({ ...open, endsAt: now }, now)).toBe('over')
  expect(promoState({ ...open, startsAt: later }, now)).toBe('later')
  expect(promoState({ ...open, useLimit: 8 }, now)).toBe('open')
  expect(promoState({ ...open, useLimit: 7 }, now)).toBe('used_up')
  expect(promoState({ ...open, useLimit: 7, endsAt: now }, now)).toBe('over')
})
