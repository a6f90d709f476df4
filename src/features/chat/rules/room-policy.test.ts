import { describe, expect, test } from 'vitest'
import {
  type Closing,
  canChange,
  canClose,
  canInvite,
  canManage,
  canModerate,
  canRead,
  canRestore,
  findWriteRestriction,
  type RoomAccess,
} from './room-policy'

const stands = (values: Partial<RoomAccess & Closing>): RoomAccess & Closing => ({
  roomType: 'public',
  joinBy: null,
  isActive: true,
  isDirect: false,
  role: null,
  isModerator: false,
  isClosedByModerator: false,
  ...values,
})
const closed = { roomType: 'private', joinBy: 'request' } as const
const direct = { roomType: 'private', joinBy: 'invitation', isDirect: true } as const

test('everyone reads public and genre rooms; only members read private ones', () => {
  expect(canRead(stands({}))).toBe(true)
  expect(canRead(stands({ roomType: 'genre' }))).toBe(true)
  expect(canRead(stands(closed))).toBe(false)
  expect(canRead(stands({ ...closed, isModerator: true }))).toBe(false)
  expect(canRead(stands({ ...closed, role: 'member' }))).toBe(true)
})

describe('which roles run a room', () => {
  test('room admins manage the room; moderators do not', () => {
    expect(canManage(stands({ role: 'admin' }))).toBe(true)
    expect(canManage(stands({ role: 'member' }))).toBe(false)
    expect(canManage(stands({ isModerator: true }))).toBe(false)
  })

  test('room admins moderate their room, and site moderators every room that they can read', () => {
    expect(canModerate(stands({ role: 'admin' }))).toBe(true)
    expect(canModerate(stands({ role: 'member' }))).toBe(false)
    expect(canModerate(stands({ isModerator: true }))).toBe(true)
    expect(canModerate(stands({ ...closed, isModerator: true }))).toBe(false)
    expect(canModerate(stands({ ...closed, isModerator: true, role: 'member' }))).toBe(true)
  })

  test('no one manages a direct conversation', () => {
    for (const role of ['admin', 'member'] as const) {
      const standing = stands({ ...direct, role, isModerator: true })
      expect([canManage(standing), canModerate(standing), canInvite(standing)]).toEqual([false, false, false])
      expect(canChange(standing, { isActive: false })).toBe(false)
    }
  })

  test('a moderator can close a room but not rename it', () => {
    const moderator = stands({ isModerator: true })
    expect(canChange(moderator, { isActive: false })).toBe(true)
    expect(canChange(moderator, { isActive: false, name: 'Mine' })).toBe(false)
    expect(canChange(moderator, { slowModeSeconds: 0 })).toBe(false)
    expect(canChange(stands({ role: 'admin' }), { isActive: false, name: 'Mine' })).toBe(true)
    expect(canChange(stands({ role: 'member' }), { isActive: false })).toBe(false)
    expect(canChange(stands({ role: 'member' }), {})).toBe(false)
  })

  test("room admins can't reopen a room that a moderator closed; moderators can, without being members", () => {
    const shut = { isActive: false, isClosedByModerator: true }
    expect(canChange(stands({ ...shut, role: 'admin' }), { isActive: true })).toBe(false)
    expect(canChange(stands({ ...shut, role: 'admin' }), { name: 'Mine' })).toBe(true)
    expect(canChange(stands({ ...shut, ...closed, isModerator: true }), { isActive: true })).toBe(true)
    expect(canChange(stands({ ...shut, ...closed, isModerator: true }), { isActive: true, name: 'X' })).toBe(
      false,
    )
    expect(canChange(stands({ isActive: false, role: 'admin' }), { isActive: true })).toBe(true)
  })
})

test('a moderator who is not a member can permanently close an archived room but not reopen it', () => {
  for (const room of [stands({ isModerator: true }), stands({ ...closed, isModerator: true })]) {
    const archived = { ...room, isActive: false }
    expect([canClose(archived), canRestore(archived)]).toEqual([true, false])
    expect(canChange(archived, { isActive: false })).toBe(true)
    expect(canChange(archived, { isActive: true })).toBe(false)
  }
  expect(canClose(stands({ roomType: 'private', joinBy: 'invitation', isModerator: true }))).toBe(false)
  expect(canClose(stands(closed))).toBe(false)
  expect(canRestore(stands({ isActive: false, isModerator: true, role: 'member' }))).toBe(true)
})

test('members of an active private room can invite', () => {
  expect(canInvite(stands({ ...closed, role: 'member' }))).toBe(true)
  expect(canInvite(stands(closed))).toBe(false)
  expect(canInvite(stands({ ...closed, role: 'admin', isActive: false }))).toBe(false)
  expect(canInvite(stands({ role: 'admin' }))).toBe(false)
})

test('CH-08 returns the first reason that prevents writing', () => {
  const mute = { until: new Date('2026-11-21T12:00:00Z'), isEverywhere: true, reason: 'Spam' }
  const member = { role: 'member', isActive: true, isClosed: false, mute: null } as const
  expect(findWriteRestriction(member)).toBeNull()
  expect(findWriteRestriction({ ...member, mute })).toEqual({ kind: 'muted', ...mute })
  expect(findWriteRestriction({ ...member, mute, isClosed: true })).toEqual({ kind: 'closed' })
  expect(findWriteRestriction({ ...member, mute, isActive: false })).toEqual({ kind: 'archived' })
  expect(findWriteRestriction({ ...member, mute, role: null })).toEqual({ kind: 'not_member' })
})
