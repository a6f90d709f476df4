import { expect, test } from 'vitest'
import { MESSAGE_MAX } from './chat-limits'
import { countCharacters, hasValidLength } from './message-text'

test('CH-08 counts grapheme clusters', () => {
  expect(countCharacters('Soundcheck')).toBe(10)
  // A family of four, a flag, a letter with a combining accent.
  expect(countCharacters('👨‍👩‍👧‍👦🇳🇱é')).toBe(3)
  expect(hasValidLength('x'.repeat(MESSAGE_MAX))).toBe(true)
  expect(hasValidLength('x'.repeat(MESSAGE_MAX + 1))).toBe(false)
  expect(hasValidLength('🎛️'.repeat(MESSAGE_MAX))).toBe(true)
  expect(hasValidLength('🎛️'.repeat(MESSAGE_MAX + 1))).toBe(false)
})

test('CH-08 accepts a thousand family emoji (7,000 code points, 11,000 code units), but not one more', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(hasValidLength(family.repeat(MESSAGE_MAX))).toBe(true)
  expect(hasValidLength(family.repeat(MESSAGE_MAX + 1))).toBe(false)
})

test('limits the combining characters of a single character', () => {
  expect(hasValidLength(`o${'\u0301'.repeat(9000)}`)).toBe(false)
  expect(hasValidLength(`o${'\u{1d165}'.repeat(9000)}`)).toBe(false)
})
