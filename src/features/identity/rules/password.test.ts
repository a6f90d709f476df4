import { expect, test } from 'vitest'
import { findPasswordFault } from './password'

test('accepts any eight to two hundred characters', () => {
  expect(findPasswordFault('        ')).toBeUndefined()
  expect(findPasswordFault('a'.repeat(200))).toBeUndefined()
  expect(findPasswordFault('🎧'.repeat(8))).toBeUndefined()
})

test('names the missing characters', () => {
  expect(findPasswordFault('seven77')).toBe('Use at least 8 characters.')
  expect(findPasswordFault('🎧'.repeat(7))).toBe('Use at least 8 characters.')
  expect(findPasswordFault('a'.repeat(201))).toBe('Use at most 200 characters.')
})
