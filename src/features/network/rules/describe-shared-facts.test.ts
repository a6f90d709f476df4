import { expect, test } from 'vitest'
import { describeSharedFacts } from './describe-shared-facts'

const event = { title: 'Low Ceiling', isAhead: true, isPlayedByBoth: true }

test('names a shared event before connections, in the past or present tense', () => {
  expect(describeSharedFacts(event, 14)).toBe('You’re both playing Low Ceiling')
  expect(describeSharedFacts({ ...event, isAhead: false }, 0)).toBe('You both played Low Ceiling')
  expect(describeSharedFacts({ ...event, isPlayedByBoth: false }, 0)).toBe('You’re both part of Low Ceiling')
  expect(describeSharedFacts({ ...event, isAhead: false, isPlayedByBoth: false }, 0)).toBe(
    'You were both part of Low Ceiling',
  )
})

test('counts shared connections, and returns no reason without any', () => {
  expect([0, 1, 14, 1200].map((count) => describeSharedFacts(null, count))).toEqual([
    null,
    '1 shared connection',
    '14 shared connections',
    '1,200 shared connections',
  ])
})
