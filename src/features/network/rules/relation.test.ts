import { describe, expect, test } from 'vitest'
import {
  type ConnectionRow,
  isRemovedByBlock,
  decideChange,
  decideRequest,
  toRelationStatus,
} from './relation'

const now = new Date('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const row = (values: Partial<ConnectionRow> = {}): ConnectionRow => ({
  id: 'row',
  userId: 'ann',
  connectedUserId: 'bob',
  status: 'pending',
  note: 'Hello',
  answeredAt: null,
  ...values,
})
const declinedAgo = (days: number) =>
  row({ status: 'declined', answeredAt: new Date(now.getTime() - days * DAY) })
const ann = { me: 'ann', other: 'bob' }
const bob = { me: 'bob', other: 'ann' }

describe('relation between two people', () => {
  test('the relation is none, self, requested, incoming or connected, seen from either side', () => {
    expect(toRelationStatus(ann, undefined, now).state).toBe('none')
    expect(toRelationStatus({ me: 'ann', other: 'ann' }, undefined, now).state).toBe('self')
    expect(toRelationStatus(ann, row(), now)).toEqual({
      state: 'requested',
      connectionId: 'row',
      note: 'Hello',
      requestAgainAt: null,
    })
    expect(toRelationStatus(bob, row(), now)).toMatchObject({ state: 'incoming', note: 'Hello' })
    for (const side of [ann, bob])
      expect(toRelationStatus(side, row({ status: 'accepted', answeredAt: now }), now)).toMatchObject({
        state: 'connected',
        connectionId: 'row',
        note: null,
      })
  })

  test('after a decline, the requester must wait three weeks, but the person who declined need not', () => {
    const requestAgainAt = new Date(now.getTime() + DAY)
    expect(toRelationStatus(ann, declinedAgo(20), now)).toEqual({
      state: 'declined',
      connectionId: null,
      note: null,
      requestAgainAt,
    })
    expect(toRelationStatus(ann, declinedAgo(21), now).state).toBe('none')
    expect(toRelationStatus(bob, declinedAgo(0), now).state).toBe('none')
  })
})

test('the effect of a request depends on the existing relation', () => {
  const plans = (['none', 'self', 'requested', 'incoming', 'connected', 'declined'] as const).map((state) =>
    decideRequest({ state }),
  )
  expect(plans).toEqual(['ask', 'refuse_self', 'no_change', 'accept', 'no_change', 'refuse_early'])
})

const outcomes = [
  // Columns: the status, the change, and the plans for Ann (requester), Bob (recipient) and Eve (a stranger).
  ['pending', 'accept', 'gone', 'do', 'gone'],
  ['pending', 'decline', 'gone', 'do', 'gone'],
  ['pending', 'reopen', 'gone', 'done', 'gone'],
  ['accepted', 'reopen', 'gone', 'gone', 'gone'],
  ['declined', 'reopen', 'gone', 'do', 'gone'],
  ['pending', 'withdraw', 'do', 'gone', 'gone'],
  ['pending', 'remove', 'gone', 'gone', 'gone'],
  ['accepted', 'accept', 'gone', 'done', 'gone'],
  ['accepted', 'decline', 'gone', 'gone', 'gone'],
  ['accepted', 'withdraw', 'gone', 'gone', 'gone'],
  ['accepted', 'remove', 'do', 'do', 'gone'],
  ['declined', 'accept', 'gone', 'gone', 'gone'],
  ['declined', 'decline', 'gone', 'done', 'gone'],
  ['declined', 'withdraw', 'gone', 'gone', 'gone'],
  ['declined', 'remove', 'gone', 'gone', 'gone'],
] as const
test.each(outcomes)(
  'for a connection that is %s, the change %s by its requester gives %s, by its recipient %s, by a stranger %s',
  (status, answer, byAnn, byBob, byEve) => {
    const plans = ['ann', 'bob', 'eve'].map((person) => decideChange(answer, row({ status }), person))
    expect(plans).toEqual([byAnn, byBob, byEve])
  },
)

test('an answer is refused if there is no connection', () => {
  expect(decideChange('accept', undefined, 'bob')).toBe('gone')
})

test('a block deletes every connection except a declined one', () => {
  const statuses = (['pending', 'accepted', 'declined'] as const).map((status) =>
    isRemovedByBlock({ status }),
  )
  expect(statuses).toEqual([true, true, false])
})
