import { expect, test } from 'vitest'
import { findPasswordFault } from './password'

test('eight to two hundred characters, whatever they are', () => {
  expect(findPasswordFault('        ')).toBeUndefined()
  expect(findPasswordFault('a'.repeat(200))).toBeUndefined()
  expect(findPasswordFault('🎧'.repeat(8))).toBeUndefined()
})

test('says what is missing', () => {
  expect(findPasswordFault('seven77')).toBe('Use at least 8 characters.')
  expect(findPasswordFault('🎧'.repeat(7))).toBe('Use at least 8 characters.')
  expect(findPasswordFault('a'.repeat(201))).toBe('Use at most 200 characters.')
})
