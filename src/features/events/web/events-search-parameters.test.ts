import { expect, test } from 'vitest'
import { toFilter, parseEventsSearch } from './events-search-parameters'

test('reads search parameters', () => {
  const search = parseEventsSearch({
    q: ' leeds ',
    date: 'weekend',
    type: 'festival,club_night',
    view: 'list',
    pages: 3,
  })
  expect(search).toEqual({
    q: ' leeds ',
    date: 'weekend',
    type: 'club_night,festival',
    view: 'list',
    pages: 3,
  })
  expect(toFilter(search)).toEqual({ q: 'leeds', date: 'weekend', types: ['club_night', 'festival'] })
})

test('treats invalid parameters as missing, with their keys set', () => {
  // Every key is set, because the router would take a missing key from the URL as it is.
  expect(Object.keys(parseEventsSearch({ date: '9999-99' }))).toEqual(['q', 'date', 'type', 'view', 'pages'])
  expect(
    parseEventsSearch({ q: { a: 1 }, date: 'never', type: 'rave', view: 'map', pages: -1, utm_source: 'x' }),
  ).toEqual({})
  expect(parseEventsSearch({ q: 90, pages: 1 })).toEqual({ q: '90' })
  expect(parseEventsSearch({ pages: 10_000 })).toEqual({ pages: 20 })
  expect(parseEventsSearch({ q: 'x'.repeat(500) }).q).toHaveLength(100)
})
