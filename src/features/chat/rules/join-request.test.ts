import { expect, test } from 'vitest'
import { getRequestState } from './join-request'

const now = new Date('2026-11-21T10:00:00Z')

test('a request waits for an answer; after it is declined, the person can ask again in a week', () => {
  expect(getRequestState(null, now)).toBeNull()
  expect(getRequestState({ declinedAt: null }, now)).toEqual({ state: 'asked' })
  const requestAgainAt = new Date('2026-11-21T10:00:01Z')
  expect(getRequestState({ declinedAt: new Date('2026-11-14T10:00:01Z') }, now)).toEqual({
    state: 'declined',
    requestAgainAt,
  })
  expect(getRequestState({ declinedAt: new Date('2026-11-14T10:00:00Z') }, now)).toBeNull()
})
