import { expect, test } from 'vitest'
import { filterOf, readEventsSearch } from './events-search'

test('reads search parameters', () => {
  const search = readEventsSearch({
    q: ' leeds ',
    when: 'weekend',
    type: 'festival,club_night',
    view: 'list',
    pages: 3,
  })
  expect(search).toEqual({
    q: ' leeds ',
    when: 'weekend',
    type: 'club_night,festival',
    view: 'list',
    pages: 3,
  })
  expect(filterOf(search)).toEqual({ q: 'leeds', when: 'weekend', types: ['club_night', 'festival'] })
})

test('treats invalid parameters as missing, with their keys set', () => {
  // A missing key would be taken from the address as it is.
  expect(Object.keys(readEventsSearch({ when: '9999-99' }))).toEqual(['q', 'when', 'type', 'view', 'pages'])
  expect(
    readEventsSearch({ q: { a: 1 }, when: 'never', type: 'rave', view: 'map', pages: -1, utm_source: 'x' }),
  ).toEqual({})
  expect(readEventsSearch({ q: 90, pages: 1 })).toEqual({ q: '90' })
  expect(readEventsSearch({ pages: 10_000 })).toEqual({ pages: 20 })
  expect(readEventsSearch({ q: 'x'.repeat(500) }).q).toHaveLength(100)
})
