import { expect, test } from 'vitest'
import { findDisabledReason, getNextAttempt, toAttemptResult } from './delivery-attempt'

const now = new Date('2026-11-30T12:00:00Z')
const getDelay = (attempts: number, random: number) => {
  const next = getNextAttempt(attempts, now, random)
  return next && (next.getTime() - now.getTime()) / 1000
}

test('waits longer after each failed attempt, and stops retrying after the eighth', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => getDelay(attempts, 0))).toEqual([
    5,
    60,
    300,
    1800,
    7200,
    21_600,
    86_400,
    undefined,
  ])
})

test('makes the delay of a retry longer by a random part of up to a fifth', () => {
  expect([0, 0.5, 1].map((random) => getDelay(2, random))).toEqual([60, 66, 72])
})

test('counts only 2xx as delivered', () => {
  expect([200, 204, 299].map((status) => toAttemptResult(status).problem)).toEqual([null, null, null])
  expect([302, 307].map((status) => toAttemptResult(status).problem)).toEqual(['redirect', 'redirect'])
  expect([199, 400, 410, 500].map((status) => toAttemptResult(status).problem)).toEqual(
    Array(4).fill('status'),
  )
})

test('turns an endpoint off after 410 Gone and after five days of failures', () => {
  const failed = toAttemptResult(500)
  const failFor = (hours: number) => ({ failingSince: new Date(now.getTime() - hours * 3_600_000), now })
  expect(findDisabledReason(toAttemptResult(410), failFor(0))).toBe('gone')
  expect(findDisabledReason(failed, failFor(119))).toBeUndefined()
  expect(findDisabledReason(failed, failFor(120))).toBe('failing')
})
