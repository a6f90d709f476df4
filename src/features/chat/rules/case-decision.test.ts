import { expect, test } from 'vitest'
import { formatCaseNumber, listDecisions, findCaseError } from './case-decision'

const subject = { message: 'there', canBeRestricted: true, hasRoom: true } as const

test('a report about a message allows hiding it, and muting or banning its sender', () => {
  expect(listDecisions(subject)).toEqual(['nothing', 'hide', 'hide_and_mute', 'ban'])
})

test("a deleted message can't be hidden, but its sender can still be muted", () => {
  expect(listDecisions({ ...subject, message: 'gone' })).toEqual(['nothing', 'mute', 'ban'])
})

test('a report about a person allows only a mute', () => {
  expect(listDecisions({ message: null, canBeRestricted: true, hasRoom: false })).toEqual(['nothing', 'mute'])
})

test('no one can be banned from a direct conversation', () => {
  expect(listDecisions({ ...subject, hasRoom: false })).toEqual(['nothing', 'hide', 'hide_and_mute'])
})

test('if the sender is protected or deleted, only the message can be hidden', () => {
  expect(listDecisions({ ...subject, canBeRestricted: false })).toEqual(['nothing', 'hide'])
})

const state = { isDecided: false, isPassedToAdmin: false, takenBy: null }
const ann = { id: 'ann', isAdmin: false }

test.each([
  ['an open report can be decided', state, ann, null],
  ['its own moderator can decide it', { ...state, takenBy: 'ann' }, ann, null],
  ['a report taken by another moderator', { ...state, takenBy: 'bob' }, ann, 'TAKEN'],
  [
    'an admin can’t decide a report that a moderator took',
    { ...state, takenBy: 'bob' },
    { ...ann, isAdmin: true },
    'TAKEN',
  ],
  [
    'a moderator can’t decide a report passed to an admin',
    { ...state, isPassedToAdmin: true },
    ann,
    'FOR_ADMINS',
  ],
  [
    'an admin can decide a report passed to an admin',
    { ...state, isPassedToAdmin: true },
    { ...ann, isAdmin: true },
    null,
  ],
  ['a decided report', { isDecided: true, isPassedToAdmin: true, takenBy: 'bob' }, ann, 'DECIDED'],
])('decides whether a person may decide a report: %s', (_what, caseState, by, expected) => {
  expect(findCaseError(caseState, by)).toBe(expected)
})

test('formats the number of a report', () => expect(formatCaseNumber(120)).toBe('R-120'))
