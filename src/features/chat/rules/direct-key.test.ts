import { expect, test } from 'vitest'
import { toDirectKey, getOtherId } from './direct-key'

test('two people get the same key, regardless of who opens the conversation', () => {
  expect(toDirectKey('b1', 'a2')).toBe('a2:b1')
  expect(toDirectKey('a2', 'b1')).toBe('a2:b1')
  expect(toDirectKey('B1', 'A2')).toBe('a2:b1')
})

test('the key gives each person the id of the other', () => {
  expect(getOtherId('a2:b1', 'a2')).toBe('b1')
  expect(getOtherId('a2:b1', 'b1')).toBe('a2')
})
