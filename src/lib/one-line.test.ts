import { expect, test } from 'vitest'
import { oneLine } from './one-line'

test('a line is stored as it reads', () => {
  expect(oneLine('  Hanna \n  Wolff ')).toBe('Hanna Wolff')
  expect(oneLine('Evil\u202Eeman')).toBe('Evil eman')
  expect(oneLine('\u0000\u200B')).toBe('')
  // Half an emoji: PostgreSQL takes it neither as text nor as JSON.
  expect(oneLine('Hanna \uD83E')).toBe('Hanna')
  expect(oneLine('Hanna \u{1F9E1}')).toBe('Hanna \u{1F9E1}')
})
