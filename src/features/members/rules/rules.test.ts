import { expect, test } from 'vitest'
import { parseEquipment } from './equipment'
import { formatAvailability, listWeekdays } from './weekday'

test('P-01 formats the days on which a DJ is available', () => {
  expect(formatAvailability([6, 5])).toBe('Fri, Sat')
  expect(formatAvailability([1, 2, 3, 4, 5, 6, 7])).toBe('Every day')
  expect(formatAvailability([])).toBeUndefined()
  expect(listWeekdays([7]).at(-1)).toEqual({ name: 'Sun', isAvailable: true })
})

test('splits equipment with and without a quantity', () => {
  expect(parseEquipment('2 × Turntables, direct drive')).toEqual({
    count: '2 ×',
    item: 'Turntables, direct drive',
  })
  expect(parseEquipment('3x Media players')).toEqual({ count: '3 ×', item: 'Media players' })
  expect(parseEquipment(' A very large van ')).toEqual({ count: undefined, item: 'A very large van' })
})
