import { describe, expect, test } from 'vitest'
import {
  type Closing,
  mayChange,
  mayClose,
  mayInvite,
  mayManage,
  mayModerate,
  mayRead,
  mayRestore,
  silenceOf,
  type Standing,
} from './room-policy'

const stands = (values: Partial<Standing & Closing>): Standing & Closing => ({
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
  expect(mayRead(stands({}))).toBe(true)
  expect(mayRead(stands({ roomType: 'genre' }))).toBe(true)
  expect(mayRead(stands(closed))).toBe(false)
  expect(mayRead(stands({ ...closed, isModerator: true }))).toBe(false)
  expect(mayRead(stands({ ...closed, role: 'member' }))).toBe(true)
})

describe('which roles run a room', () => {
  test('room admins manage the room; moderators do not', () => {
    expect(mayManage(stands({ role: 'admin' }))).toBe(true)
    expect(mayManage(stands({ role: 'member' }))).toBe(false)
    expect(mayManage(stands({ isModerator: true }))).toBe(false)
  })

  test('room admins moderate it, and moderators where they can read', () => {
    expect(mayModerate(stands({ role: 'admin' }))).toBe(true)
    expect(mayModerate(stands({ role: 'member' }))).toBe(false)
    expect(mayModerate(stands({ isModerator: true }))).toBe(true)
    expect(mayModerate(stands({ ...closed, isModerator: true }))).toBe(false)
    expect(mayModerate(stands({ ...closed, isModerator: true, role: 'member' }))).toBe(true)
  })

  test('no one manages a direct conversation', () => {
    for (const role of ['admin', 'member'] as const) {
      const standing = stands({ ...direct, role, isModerator: true })
      expect([mayManage(standing), mayModerate(standing), mayInvite(standing)]).toEqual([false, false, false])
      expect(mayChange(standing, { isActive: false })).toBe(false)
    }
  })

  test('a moderator can close a room but not rename it', () => {
    const moderator = stands({ isModerator: true })
    expect(mayChange(moderator, { isActive: false })).toBe(true)
    expect(mayChange(moderator, { isActive: false, name: 'Mine' })).toBe(false)
    expect(mayChange(moderator, { slowModeSeconds: 0 })).toBe(false)
    expect(mayChange(stands({ role: 'admin' }), { isActive: false, name: 'Mine' })).toBe(true)
    expect(mayChange(stands({ role: 'member' }), { isActive: false })).toBe(false)
    expect(mayChange(stands({ role: 'member' }), {})).toBe(false)
  })

  test("room admins can't reopen a room that a moderator closed; moderators can, without being members", () => {
    const shut = { isActive: false, isClosedByModerator: true }
    expect(mayChange(stands({ ...shut, role: 'admin' }), { isActive: true })).toBe(false)
    expect(mayChange(stands({ ...shut, role: 'admin' }), { name: 'Mine' })).toBe(true)
    expect(mayChange(stands({ ...shut, ...closed, isModerator: true }), { isActive: true })).toBe(true)
    expect(mayChange(stands({ ...shut, ...closed, isModerator: true }), { isActive: true, name: 'X' })).toBe(
      false,
    )
    expect(mayChange(stands({ isActive: false, role: 'admin' }), { isActive: true })).toBe(true)
  })
})

test('a moderator who is not a member can permanently close an archived room but not reopen it', () => {
  for (const room of [stands({ isModerator: true }), stands({ ...closed, isModerator: true })]) {
    const archived = { ...room, isActive: false }
    expect([mayClose(archived), mayRestore(archived)]).toEqual([true, false])
    expect(mayChange(archived, { isActive: false })).toBe(true)
    expect(mayChange(archived, { isActive: true })).toBe(false)
  }
  expect(mayClose(stands({ roomType: 'private', joinBy: 'invitation', isModerator: true }))).toBe(false)
  expect(mayClose(stands(closed))).toBe(false)
  expect(mayRestore(stands({ isActive: false, isModerator: true, role: 'member' }))).toBe(true)
})

test('members of an open private room can invite', () => {
  expect(mayInvite(stands({ ...closed, role: 'member' }))).toBe(true)
  expect(mayInvite(stands(closed))).toBe(false)
  expect(mayInvite(stands({ ...closed, role: 'admin', isActive: false }))).toBe(false)
  expect(mayInvite(stands({ role: 'admin' }))).toBe(false)
})

test('CH-08 returns the first reason that prevents writing', () => {
  const mute = { until: new Date('2026-11-21T12:00:00Z'), isEverywhere: true, why: 'Spam' }
  const member = { role: 'member', isActive: true, isClosed: false, mute: null } as const
  expect(silenceOf(member)).toBeNull()
  expect(silenceOf({ ...member, mute })).toEqual({ kind: 'muted', ...mute })
  expect(silenceOf({ ...member, mute, isClosed: true })).toEqual({ kind: 'closed' })
  expect(silenceOf({ ...member, mute, isActive: false })).toEqual({ kind: 'archived' })
  expect(silenceOf({ ...member, mute, role: null })).toEqual({ kind: 'not_member' })
})
