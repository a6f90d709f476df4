import { describe, expect, test } from 'vitest'
import { exportPath, orderOf, readUsersSearch, sortedBy } from './users-search'

const nothing = {
  q: undefined,
  filter: undefined,
  sort: undefined,
  direction: undefined,
  after: undefined,
  before: undefined,
}

describe('AD-05 the address of the users', () => {
  test('says what is looked for', () => {
    const said = { q: ' temi ', filter: 'unverified', sort: 'name', direction: 'desc', after: 'abc' }
    expect(readUsersSearch(said)).toEqual({ ...nothing, ...said, q: 'temi' })
  })

  test('what it says wrongly counts as not said', () => {
    const said = {
      q: ['x'],
      filter: 'all',
      sort: 'shoe size',
      direction: 'up',
      after: {},
      before: 'x'.repeat(501),
    }
    expect(readUsersSearch(said)).toEqual(nothing)
    expect(readUsersSearch({ filter: 'toString' })).toEqual(nothing)
  })

  test('a number is looked for as it is written, and never more than fits', () => {
    expect(readUsersSearch({ q: 90 }).q).toBe('90')
    expect(readUsersSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200)
  })

  test('leads to one page: after wins over before', () => {
    expect(readUsersSearch({ after: 'a', before: 'b' })).toEqual({ ...nothing, after: 'a' })
    expect(readUsersSearch({ before: 'b' }).before).toBe('b')
  })
})

describe('AD-05 the order', () => {
  test('is newest first, and names from A, unless said otherwise', () => {
    expect(orderOf({})).toEqual({ sort: 'joined', direction: 'desc' })
    expect(orderOf({ sort: 'name' })).toEqual({ sort: 'name', direction: 'asc' })
    expect(orderOf({ direction: 'asc' })).toEqual({ sort: 'joined', direction: 'asc' })
  })

  test('turns when its column is pressed again, from the first page on', () => {
    const names = sortedBy({ q: 'x', after: 'a' }, 'name')
    expect(names).toEqual({ ...nothing, q: 'x', sort: 'name' })
    const turned = sortedBy(names, 'name')
    expect(turned.direction).toBe('desc')
    expect(sortedBy(turned, 'name').direction).toBeUndefined()
    expect(sortedBy(turned, 'joined')).toEqual({ ...nothing, q: 'x' })
  })
})

test('AD-05 the file holds what is found, in its order, not one page of it', () => {
  expect(exportPath({})).toBe('/admin/users.csv')
  expect(exportPath({ q: 'a b', filter: 'suspended', sort: 'email', after: 'x' })).toBe(
    '/admin/users.csv?q=a+b&filter=suspended&sort=email',
  )
})
