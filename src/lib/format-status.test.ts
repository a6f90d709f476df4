import { expect, test } from 'vitest'
import { formatStatus } from './format-status'

test('writes stored statuses in American spelling, with spaces', () => {
  expect(['cancelled', 'event_cancelled', 'needs_response', 'confirmed'].map(formatStatus)).toEqual([
    'canceled',
    'event canceled',
    'needs response',
    'confirmed',
  ])
})
