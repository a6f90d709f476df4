import { expect, test } from 'vitest'
import { isMemberType, MEMBER_TYPES, memberTypeWords } from './member-type'

test('formats member types and rejects unknown ones', () => {
  expect(memberTypeWords(['dj', 'equipment_hire'])).toBe('DJ, Equipment hire')
  expect(memberTypeWords([])).toBe('')
  expect(MEMBER_TYPES.every(isMemberType)).toBe(true)
  expect(isMemberType('toString')).toBe(false)
})
