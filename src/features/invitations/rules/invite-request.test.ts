import { expect, test } from 'vitest'
import { isRequestEmail } from './invite-request'

test('refuses email addresses with invisible characters', () => {
  expect(isRequestEmail('hanna.wolff+dj@example.com')).toBe(true)
  for (const odd of ['\u0000', '\u202E', '\u200B', '\uD83E', '\r\n'])
    expect(isRequestEmail(`han${odd}na@example.com`)).toBe(false)
})
