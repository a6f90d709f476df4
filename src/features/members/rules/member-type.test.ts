import { expect, test } from 'vitest'
import { isMemberType, MEMBER_TYPES, formatMemberTypes } from './member-type'

test('formats member types and rejects unknown ones', () => {
  expect(formatMemberTypes(['dj', 'equipment_hire'])).toBe('DJ, Equipment hire')
  expect(formatMemberTypes([])).toBe('')
  expect(MEMBER_TYPES.every(isMemberType)).toBe(true)
  expect(isMemberType('toString')).toBe(false)
})
