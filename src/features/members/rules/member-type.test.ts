import { expect, test } from 'vitest'
import { isMemberType, MEMBER_TYPES, memberTypeWords } from './member-type'

test('names member types, and recognizes nothing else as one', () => {
  expect(memberTypeWords(['dj', 'equipment_hire'])).toBe('DJ, Equipment hire')
  expect(memberTypeWords([])).toBe('')
  expect(MEMBER_TYPES.every(isMemberType)).toBe(true)
  expect(isMemberType('toString')).toBe(false)
})
