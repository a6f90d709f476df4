import { expect, test } from 'vitest'
import { formatCaseNumber, listDecisions, findCaseError } from './case-decision'

const subject = { message: 'there', canBeRestricted: true, hasRoom: true } as const

test('about a message: offers to hide it, and to mute or ban its sender', () => {
  expect(listDecisions(subject)).toEqual(['nothing', 'hide', 'hide_and_mute', 'ban'])
})

test("a deleted message can't be hidden, but its sender can still be muted", () => {
  expect(listDecisions({ ...subject, message: 'gone' })).toEqual(['nothing', 'mute', 'ban'])
})

test('a report about a person has no message and no room', () => {
  expect(listDecisions({ message: null, canBeRestricted: true, hasRoom: false })).toEqual(['nothing', 'mute'])
})

test('no one can be banned from a direct conversation', () => {
  expect(listDecisions({ ...subject, hasRoom: false })).toEqual(['nothing', 'hide', 'hide_and_mute'])
})

test('only the message can be hidden if its sender is protected or deleted', () => {
  expect(listDecisions({ ...subject, canBeRestricted: false })).toEqual(['nothing', 'hide'])
})

const state = { isDecided: false, isPassedToAdmin: false, takenBy: null }
const ann = { id: 'ann', isAdmin: false }

test.each([
  ['nobody took it', state, ann, null],
  ['they took it themselves', { ...state, takenBy: 'ann' }, ann, null],
  ['somebody else took it', { ...state, takenBy: 'bob' }, ann, 'TAKEN'],
  ['an admin does not push in either', { ...state, takenBy: 'bob' }, { ...ann, isAdmin: true }, 'TAKEN'],
  ['it was left to an admin', { ...state, isPassedToAdmin: true }, ann, 'FOR_ADMINS'],
  ['an admin gets it', { ...state, isPassedToAdmin: true }, { ...ann, isAdmin: true }, null],
  ['it is over', { isDecided: true, isPassedToAdmin: true, takenBy: 'bob' }, ann, 'DECIDED'],
])('refuses a decision: %s', (_what, caseState, by, expected) => {
  expect(findCaseError(caseState, by)).toBe(expected)
})

test('formats the case number', () => expect(formatCaseNumber(120)).toBe('R-120'))
