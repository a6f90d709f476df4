import { expect, test } from 'vitest'
import { hasEmailFormat } from './invite-request'

test('refuses email addresses with invisible characters', () => {
  expect(hasEmailFormat('hanna.wolff+dj@example.com')).toBe(true)
  for (const odd of ['\u0000', '\u202E', '\u200B', '\uD83E', '\r\n'])
    expect(hasEmailFormat(`han${odd}na@example.com`)).toBe(false)
})
