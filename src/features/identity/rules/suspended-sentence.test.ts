import { expect, test } from 'vitest'
import { suspendedSentence } from './suspended-sentence'

test('until when and why, as one would say it', () => {
  const until = new Date('2026-12-01T00:00:00Z')
  expect(suspendedSentence(until, 'Sold one ticket twice.', 'hello@loom.example')).toBe(
    'This account is suspended until Tue 1 Dec 2026. Reason: Sold one ticket twice. Write to hello@loom.example if you think it should not be.',
  )
  expect(suspendedSentence(until, null, 'hello@loom.example')).toBe(
    'This account is suspended until Tue 1 Dec 2026. Write to hello@loom.example if you think it should not be.',
  )
  // Where nobody reads it, nobody is asked to write.
  expect(suspendedSentence(until, null, undefined)).toBe('This account is suspended until Tue 1 Dec 2026.')
})
