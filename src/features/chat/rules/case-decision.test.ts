import { expect, test } from 'vitest'
import { caseNumber, decisionsFor, findCaseRefusal } from './case-decision'

const subject = { message: 'there', mayBeSilenced: true, hasRoom: true } as const

test('about a message: hide it, silence its sender, or take them out', () => {
  expect(decisionsFor(subject)).toEqual(['nothing', 'hide', 'hide_and_mute', 'ban'])
})

test('a message that was deleted cannot be hidden, its sender can still be muted', () => {
  expect(decisionsFor({ ...subject, message: 'gone' })).toEqual(['nothing', 'mute', 'ban'])
})

test('about a person there is no message and no room', () => {
  expect(decisionsFor({ message: null, mayBeSilenced: true, hasRoom: false })).toEqual(['nothing', 'mute'])
})

test('nobody is banned from a conversation of two', () => {
  expect(decisionsFor({ ...subject, hasRoom: false })).toEqual(['nothing', 'hide', 'hide_and_mute'])
})

test('of somebody who is protected, or gone, only the message can be hidden', () => {
  expect(decisionsFor({ ...subject, mayBeSilenced: false })).toEqual(['nothing', 'hide'])
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
])('what keeps somebody from deciding: %s', (_what, caseState, by, expected) => {
  expect(findCaseRefusal(caseState, by)).toBe(expected)
})

test('the number of a case', () => expect(caseNumber(120)).toBe('R-120'))
