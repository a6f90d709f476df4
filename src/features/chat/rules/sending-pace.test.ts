import { expect, test } from 'vitest'
import { hasSlowMode, getWaitSeconds } from './sending-pace'

const member = { slowModeSeconds: 30, role: 'member', isModerator: false } as const
const sentAt = new Date('2026-11-21T23:00:00Z')
const after = (ms: number) => new Date(sentAt.getTime() + ms)

test('a member waits the remaining time, in full seconds, and may then write', () => {
  const pace = { ...member, lastSentAt: sentAt }
  expect(getWaitSeconds(pace, sentAt)).toBe(30)
  expect(getWaitSeconds(pace, after(1))).toBe(30)
  expect(getWaitSeconds(pace, after(29_001))).toBe(1)
  expect(getWaitSeconds(pace, after(30_000))).toBe(0)
  expect(getWaitSeconds(pace, after(90_000))).toBe(0)
})

test('the first message never waits, nor any message if slow mode is off', () => {
  expect(getWaitSeconds({ ...member, lastSentAt: null }, sentAt)).toBe(0)
  expect(getWaitSeconds({ ...member, slowModeSeconds: 0, lastSentAt: sentAt }, sentAt)).toBe(0)
})

test('slow mode does not apply to room admins and moderators', () => {
  expect(hasSlowMode(member)).toBe(true)
  expect(hasSlowMode({ ...member, role: 'admin' })).toBe(false)
  expect(hasSlowMode({ ...member, isModerator: true })).toBe(false)
})
