import { describe, expect, test } from 'vitest'
import { getExportPath, getOrder, readUsersSearch, sortUsers } from './users-search'

const nothing = {
  q: undefined,
  filter: undefined,
  sort: undefined,
  direction: undefined,
  after: undefined,
  before: undefined,
}

describe('AD-05 the users URL', () => {
  test('keeps search, filter, sort order and cursor of the URL', () => {
    const search = { q: ' temi ', filter: 'unverified', sort: 'name', direction: 'desc', after: 'abc' }
    expect(readUsersSearch(search)).toEqual({ ...nothing, ...search, q: 'temi' })
  })

  test('ignores invalid values in the URL', () => {
    const search = {
      q: ['x'],
      filter: 'all',
      sort: 'shoe size',
      direction: 'up',
      after: {},
      before: 'x'.repeat(501),
    }
    expect(readUsersSearch(search)).toEqual(nothing)
    expect(readUsersSearch({ filter: 'toString' })).toEqual(nothing)
  })

  test('keeps a numeric search as text, up to the maximum length', () => {
    expect(readUsersSearch({ q: 90 }).q).toBe('90')
    expect(readUsersSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200)
  })

  test('keeps only one cursor, preferring after to before', () => {
    expect(readUsersSearch({ after: 'a', before: 'b' })).toEqual({ ...nothing, after: 'a' })
    expect(readUsersSearch({ before: 'b' }).before).toBe('b')
  })
})

describe('AD-05 the sort order', () => {
  test('sorts by newest first by default, and names from A to Z', () => {
    expect(getOrder({})).toEqual({ sort: 'joined', direction: 'desc' })
    expect(getOrder({ sort: 'name' })).toEqual({ sort: 'name', direction: 'asc' })
    expect(getOrder({ direction: 'asc' })).toEqual({ sort: 'joined', direction: 'asc' })
  })

  test('pressing a sorted column again reverses the order and restarts at the first page', () => {
    const names = sortUsers({ q: 'x', after: 'a' }, 'name')
    expect(names).toEqual({ ...nothing, q: 'x', sort: 'name' })
    const turned = sortUsers(names, 'name')
    expect(turned.direction).toBe('desc')
    expect(sortUsers(turned, 'name').direction).toBeUndefined()
    expect(sortUsers(turned, 'joined')).toEqual({ ...nothing, q: 'x' })
  })
})

test('AD-05 the export path has search and order, but no cursor', () => {
  expect(getExportPath({})).toBe('/admin/users.csv')
  expect(getExportPath({ q: 'a b', filter: 'suspended', sort: 'email', after: 'x' })).toBe(
    '/admin/users.csv?q=a+b&filter=suspended&sort=email',
  )
})
