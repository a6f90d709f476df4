import { expect, test } from 'vitest'
import { findGreetingName, normaliseFullName } from './person-name'

test('a name is stored as it reads', () => {
  expect(normaliseFullName('  Hanna \n  Wolff ')).toBe('Hanna Wolff')
  expect(normaliseFullName('Evil\u202Eeman')).toBe('Evil eman')
  expect(normaliseFullName('\u0000\u200B')).toBe('')
  // Half an emoji: PostgreSQL takes it neither as text nor as JSON.
  expect(normaliseFullName('Hanna \uD83E')).toBe('Hanna')
})

test('a mail greets by a plain first name only', () => {
  expect(findGreetingName('Hanna Wolff')).toBe('Hanna')
  expect(findGreetingName('Zoë-Léa')).toBe('Zoë-Léa')
  expect(findGreetingName('http://evil.example now')).toBeUndefined()
  expect(findGreetingName('evil.example')).toBeUndefined()
  expect(findGreetingName('x'.repeat(31))).toBeUndefined()
})
