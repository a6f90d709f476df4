import { expect, test } from 'vitest'
import { readSaleCode, isSaleCode } from './sale-code'
import { formatDiscount, getPromoState } from './promo-code'
import { describeMinLimit, moveItem, countOverCapacity, describeMinStock } from './ticket-types'

test('warns about more tickets than the venue’s capacity, if it is known', () => {
  expect(countOverCapacity({ stockSum: 606, capacity: 600 })).toBe(6)
  expect(countOverCapacity({ stockSum: 600, capacity: 600 })).toBe(0)
  expect(countOverCapacity({ stockSum: 606, capacity: null })).toBe(0)
})

test('moves one item of a list and keeps the order of the others', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(moveItem(list, 0, 2).join('')).toBe('bcad')
  expect(moveItem(list, 3, 0).join('')).toBe('dabc')
  expect(moveItem(list, 1, 99).join('')).toBe('acdb')
  expect(moveItem(list, -1, 0)).toHaveLength(4)
})

test('describes the lowest possible stock of a type and limit of a code', () => {
  expect(describeMinStock(258)).toBe('At least 258: that many are sold or held.')
  expect(describeMinLimit(1)).toBe('At least 1: one order uses it.')
})

test('normalizes typed promo and access codes', () => {
  expect(readSaleCode(' crew 88\n')).toBe('CREW88')
  expect(['AB', 'A'.repeat(25), 'CREW_88', 'CRÉW', ''].some(isSaleCode)).toBe(false)
  expect(['ABC', 'TWO-FOR-ONE', '123', 'A'.repeat(24)].every(isSaleCode)).toBe(true)
})

test('formats discounts of promo codes', () => {
  expect(formatDiscount({ percent: 20, amountCents: null }, 'EUR')).toBe('20%')
  expect(formatDiscount({ percent: null, amountCents: 1600 }, 'EUR')).toBe('€16.00')
})

test('a promo code is valid from its start and expires at its end', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const later = new Date(now.getTime() + 1)
  const open = { useLimit: null, used: 7, startsAt: now, endsAt: later }
  expect(getPromoState(open, now)).toBe('open')
  expect(getPromoState({ ...open, endsAt: now }, now)).toBe('over')
  expect(getPromoState({ ...open, startsAt: later }, now)).toBe('later')
  expect(getPromoState({ ...open, useLimit: 8 }, now)).toBe('open')
  expect(getPromoState({ ...open, useLimit: 7 }, now)).toBe('used_up')
  expect(getPromoState({ ...open, useLimit: 7, endsAt: now }, now)).toBe('over')
})
