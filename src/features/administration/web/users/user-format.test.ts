import { expect, test } from 'vitest'
import { temi } from './testing-users'
import { describeSuccess, findUndoChange, applyChangeToUser } from './user-change'
import { mergeRows } from './use-stable-rows'
import { formatUserName, formatLastSeen } from './user-format'

test('formats when a session was last used, to the hour', () => {
  const seen = '2026-11-19T10:00:00.000Z'
  const after = (hours: number) => formatLastSeen(seen, Date.parse(seen) + hours * 3_600_000)
  expect(formatLastSeen(seen, undefined)).toBe('19 Nov 2026')
  expect([0.5, 1, 5, 24, 47, 48].map(after)).toEqual([
    'within the hour',
    'an hour ago',
    '5 hours ago',
    'yesterday',
    'yesterday',
    '19 Nov 2026',
  ])
})

test('an account without a name shows its email, otherwise its phone number', () => {
  const noOne = { fullName: '', email: null, phone: null }
  expect(formatUserName({ ...noOne, email: 'x@y.example' })).toBe('x@y.example')
  expect(formatUserName({ ...noOne, phone: '+447700900123' })).toBe('+447700900123')
  expect(formatUserName(noOne)).toBe('No email')
  expect(formatUserName({ ...noOne, fullName: 'Ana Reyes', phone: '+447700900123' })).toBe('Ana Reyes')
})

test('AD-06 roles stay ordered and unique after a change', () => {
  const roles = (start: typeof temi.roles, kind: 'assign' | 'remove', role: 'admin' | 'moderator') =>
    applyChangeToUser({ ...temi, roles: start }, { kind, role }).roles
  expect(roles(['user'], 'assign', 'moderator')).toEqual(['moderator', 'user'])
  expect(roles(['admin', 'user'], 'assign', 'moderator')).toEqual(['admin', 'moderator', 'user'])
  expect(roles(['moderator', 'user'], 'assign', 'moderator')).toEqual(['moderator', 'user'])
  expect(roles(['moderator', 'user'], 'assign', 'admin')).toEqual(['admin', 'moderator', 'user'])
  expect(roles(['admin', 'moderator'], 'remove', 'admin')).toEqual(['moderator'])
})

test('AD-06 AD-07 only harmful changes, such as removing a role, can be undone', () => {
  expect(findUndoChange({ kind: 'remove', role: 'moderator' })).toEqual({ kind: 'assign', role: 'moderator' })
  expect(findUndoChange({ kind: 'verify', isVerified: false })).toEqual({ kind: 'verify', isVerified: true })
  expect(findUndoChange({ kind: 'assign', role: 'moderator' })).toBeUndefined()
  expect(findUndoChange({ kind: 'verify', isVerified: true })).toBeUndefined()
  expect(describeSuccess({ kind: 'assign', role: 'admin' })).toBe('Assigned admin role')
})

test('AD-07 a changed row keeps its position while other rows appear and disappear', () => {
  const createRow = (id: string) => ({ ...temi, id })
  const before = ['a', 'b', 'c'].map(createRow)
  const listIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  expect(
    listIds(mergeRows(before, [createRow('a'), createRow('c'), createRow('d')], new Set(['b']))),
  ).toEqual(['a', 'b', 'c', 'd'])
  expect(listIds(mergeRows(before, [createRow('c')], new Set()))).toEqual(['c'])
  const fresh = { ...createRow('b'), isVerified: true }
  expect(mergeRows(before, [createRow('a'), fresh], new Set(['b']))[1]).toBe(fresh)
})
