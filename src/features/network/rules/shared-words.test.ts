import { expect, test } from 'vitest'
import { MEMBER_TYPES, isMemberType, memberTypeWords } from './member-type'
import { sharedWords } from './shared-words'

const night = { title: 'Low Ceiling', isAhead: true, isPlayedByBoth: true }

test('a night together says more than connections, the word fits the night', () => {
  expect(sharedWords(night, 14)).toBe('You’re both playing Low Ceiling')
  expect(sharedWords({ ...night, isAhead: false }, 0)).toBe('You both played Low Ceiling')
  expect(sharedWords({ ...night, isPlayedByBoth: false }, 0)).toBe('You’re both part of Low Ceiling')
  expect(sharedWords({ ...night, isAhead: false, isPlayedByBoth: false }, 0)).toBe(
    'You were both part of Low Ceiling',
  )
})

test('shared connections are counted, none is no reason', () => {
  expect([0, 1, 14, 1200].map((count) => sharedWords(null, count))).toEqual([
    null,
    '1 shared connection',
    '14 shared connections',
    '1,200 shared connections',
  ])
})

test('member types are words, and nothing else is a type', () => {
  expect(memberTypeWords(['dj', 'equipment_hire'])).toBe('DJ, Equipment hire')
  expect(memberTypeWords([])).toBe('')
  expect(MEMBER_TYPES.every(isMemberType)).toBe(true)
  expect(isMemberType('toString')).toBe(false)
})
