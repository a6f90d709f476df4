import { expect, test } from 'vitest'
import { formatSuspension } from './suspended-sentence'

test('the suspension message says until when, why, and where to appeal', () => {
  const until = new Date('2026-12-01T00:00:00Z')
  expect(formatSuspension(until, 'Sold one ticket twice.', 'hello@loom.example')).toBe(
    'This account is suspended until Tue 1 Dec 2026. Reason: Sold one ticket twice. To appeal, write to hello@loom.example.',
  )
  expect(formatSuspension(until, null, 'hello@loom.example')).toBe(
    'This account is suspended until Tue 1 Dec 2026. To appeal, write to hello@loom.example.',
  )
  expect(formatSuspension(until, null, undefined)).toBe('This account is suspended until Tue 1 Dec 2026.')
})
