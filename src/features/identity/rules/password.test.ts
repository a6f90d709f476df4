import { expect, test } from 'vitest'
import { findPasswordProblem } from './password'

test('accepts any password of eight to two hundred characters', () => {
  expect(findPasswordProblem('        ')).toBeUndefined()
  expect(findPasswordProblem('a'.repeat(200))).toBeUndefined()
  expect(findPasswordProblem('🎧'.repeat(8))).toBeUndefined()
})

test('says how many characters a short password needs, and how many a long one may have', () => {
  expect(findPasswordProblem('seven77')).toBe('Use at least 8 characters.')
  expect(findPasswordProblem('🎧'.repeat(7))).toBe('Use at least 8 characters.')
  expect(findPasswordProblem('a'.repeat(201))).toBe('Use at most 200 characters.')
})
