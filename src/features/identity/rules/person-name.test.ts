import { expect, test } from 'vitest'
import { findGreetingName } from './person-name'

test('an email greets by a plain first name only', () => {
  expect(findGreetingName('Hanna Wolff')).toBe('Hanna')
  expect(findGreetingName('Zoë-Léa')).toBe('Zoë-Léa')
  expect(findGreetingName('http://evil.example now')).toBeUndefined()
  expect(findGreetingName('evil.example')).toBeUndefined()
  expect(findGreetingName('x'.repeat(31))).toBeUndefined()
})
