import { expect, test } from 'vitest'
import { findGreetingName } from './person-name'

test('the greeting uses a first name only if it is a plain word', () => {
  expect(findGreetingName('Hanna Wolff')).toBe('Hanna')
  expect(findGreetingName('Zoë-Léa')).toBe('Zoë-Léa')
  expect(findGreetingName('http://evil.example now')).toBeUndefined()
  expect(findGreetingName('evil.example')).toBeUndefined()
  expect(findGreetingName('x'.repeat(31))).toBeUndefined()
})
