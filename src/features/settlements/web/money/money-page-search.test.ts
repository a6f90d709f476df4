import { expect, test } from 'vitest'
import { readMoneySearch, toCsvUrl } from './money-page-search'

test('reads month, kind and event from the address, and ignores everything else', () => {
  expect(readMoneySearch({ month: '2026-12', kind: 'fees', event: '01a1', page: 2 })).toEqual({
    month: '2026-12',
    kind: 'fees',
    event: '01a1',
  })
  expect(readMoneySearch({ month: '2026-13', kind: 'all', event: '' })).toEqual({
    month: undefined,
    kind: undefined,
    event: undefined,
  })
})

test('the address of the file has the filters of the page', () => {
  expect(toCsvUrl({ month: '2026-12' })).toBe('/api/v1/me/money.csv?month=2026-12')
  expect(toCsvUrl({ month: '2026-12', event: '01a1', line: 'sales', q: 'OR-2026' })).toBe(
    '/api/v1/me/money.csv?month=2026-12&event=01a1&line=sales&q=OR-2026',
  )
})
