import { expect, test } from 'vitest'
import { directKeyOf, otherOf } from './direct-key'

test('two people share one conversation, regardless of who opens it', () => {
  expect(directKeyOf('b1', 'a2')).toBe('a2:b1')
  expect(directKeyOf('a2', 'b1')).toBe('a2:b1')
  expect(directKeyOf('B1', 'A2')).toBe('a2:b1')
})

test('each side finds the other', () => {
  expect(otherOf('a2:b1', 'a2')).toBe('b1')
  expect(otherOf('a2:b1', 'b1')).toBe('a2')
})
