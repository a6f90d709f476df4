import { expect, test } from 'vitest'
import { isRequestEmail, normaliseLine } from './invite-request'

test('a line is stored as it reads', () => {
  expect(normaliseLine('  Resident \n at\u202E Carriage Works\u0000 ')).toBe('Resident at Carriage Works')
  expect(normaliseLine('Hanna \uD83E')).toBe('Hanna')
})

test('an address has no characters that cannot be seen', () => {
  expect(isRequestEmail('hanna.wolff+dj@example.com')).toBe(true)
  for (const odd of ['\u0000', '\u202E', '\u200B', '\uD83E', '\r\n'])
    expect(isRequestEmail(`han${odd}na@example.com`)).toBe(false)
})
