import { expect, test } from 'vitest'
import {
  formatUrl,
  createSearchUpdater,
  toFirstPage,
  parseOption,
  parseCursors,
  parseSearchText,
} from './search-parameters'

test('reads trimmed text and numbers up to a length', () => {
  expect(parseSearchText(' Berlin ')).toBe('Berlin')
  expect(parseSearchText(90)).toBe('90')
  expect(parseSearchText('Berlin', 3)).toBe('Ber')
  for (const bad of ['', '  ', undefined, null, true, ['a'], { q: 'a' }])
    expect(parseSearchText(bad)).toBeUndefined()
})

test('reads one cursor, prefers `after`, and ignores a cursor that is too long', () => {
  expect(parseCursors({ after: 'a', before: 'b' })).toEqual({ after: 'a', before: undefined })
  expect(parseCursors({ before: 'b' })).toEqual({ after: undefined, before: 'b' })
  expect(parseCursors({ after: 'a'.repeat(501) })).toEqual({ after: undefined, before: undefined })
})

test('accepts only known values of a URL parameter', () => {
  expect(parseOption(['asc', 'desc'], 'asc')).toBe('asc')
  expect(parseOption(['asc', 'desc'], 'up')).toBeUndefined()
})

test('the search for the first page keeps the filters', () => {
  expect(toFirstPage({ q: 'x', after: 'a' })).toEqual({ q: 'x', after: undefined, before: undefined })
})

test('a URL contains only keys with a value', () => {
  expect(formatUrl('/users.csv', { q: undefined })).toBe('/users.csv')
  expect(formatUrl('/users.csv', { q: 'a b', status: undefined, sort: 'name' })).toBe(
    '/users.csv?q=a+b&sort=name',
  )
})

type Search = { q?: string | undefined; result?: string | undefined; after?: string | undefined }
const change = (shown: Search, next: Search, latest: Search) => createSearchUpdater(shown, next)(latest)

test('changing the search text keeps a filter chosen since the page was rendered', () => {
  expect(change({}, { q: 'ada' }, { result: 'failed' })).toEqual({ q: 'ada', result: 'failed' })
})

test('changing the search removes the filters that the next search does not have', () => {
  expect(change({ q: 'ada', after: 'x' }, { q: 'ad' }, { q: 'ada', after: 'x' })).toEqual({ q: 'ad' })
})
