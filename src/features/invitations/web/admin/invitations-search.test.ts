import { expect, test } from 'vitest'
import { parseInvitationsSearch } from './invitations-search'

const parse = (raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parseInvitationsSearch(raw)).filter(([, value]) => value !== undefined))

test('AD-09 the URL holds filter, search and cursor of the list of codes', () => {
  expect(parse({ status: 'pending', q: ' juno ', after: 'c1' })).toEqual({
    status: 'pending',
    q: 'juno',
    after: 'c1',
  })
  expect(parse({ q: 90 })).toEqual({ q: '90' })
  expect(parse({ after: 'c1', before: 'c2' }), 'ignores before when after is given').toEqual({ after: 'c1' })
  expect(parse({ before: 'c2' })).toEqual({ before: 'c2' })
})

test('AD-09 drops parameters that belong to other tabs', () => {
  expect(parse({ tab: 'requests', status: 'used', q: 'juno', person: 'p', answered: true })).toEqual({
    tab: 'requests',
    answered: true,
  })
  expect(parse({ tab: 'tree', status: 'used', q: 'juno', person: 'p', after: 'c1' })).toEqual({
    tab: 'tree',
    q: 'juno',
    person: 'p',
  })
  expect(parse({ person: 'p', answered: true })).toEqual({})
})

test('AD-09 ignores invalid values, and returns every key', () => {
  const read = parseInvitationsSearch({ tab: 'roots', status: 'gone', q: ['x'], after: {}, answered: 'yes' })
  expect(Object.values(read).every((value) => value === undefined)).toBe(true)
  expect(Object.keys(read).toSorted()).toEqual(
    ['after', 'answered', 'before', 'person', 'q', 'status', 'tab'].toSorted(),
  )
  expect(parse({ q: 'x'.repeat(500) })['q']).toHaveLength(100)
})
