import { expect, test } from 'vitest'
import { isProtected } from './protection'

const member = { isStaff: false, roomRole: 'member' as const }
const roomAdmin = { isStaff: false, roomRole: 'admin' as const }
const moderator = { isStaff: true, roomRole: null }

test.each([
  ['a member from an admin of the room', member, { isStaff: false }, false],
  ['a member from a moderator', member, { isStaff: true }, false],
  ['a former member from an admin of the room', { ...member, roomRole: null }, { isStaff: false }, false],
  ['an admin of the room from another one', roomAdmin, { isStaff: false }, true],
  ['an admin of the room from a moderator', roomAdmin, { isStaff: true }, false],
  ['a moderator from an admin of the room', moderator, { isStaff: false }, true],
  ['a moderator from a moderator', moderator, { isStaff: true }, true],
  ['a moderator who runs the room', { isStaff: true, roomRole: 'admin' as const }, { isStaff: true }, true],
])('protects staff and room admins: %s', (_who, target, by, expected) => {
  expect(isProtected(target, by)).toBe(expected)
})
