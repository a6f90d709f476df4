import { expect, test } from 'vitest'
import { LINES_BY_ACCOUNT, lineLabels, listLines, STATEMENT_FILTERS, STATEMENT_LINES } from './statement-line'

test('all filters together show every line exactly once', () => {
  const shown = STATEMENT_FILTERS.flatMap((filter) => listLines(filter))
  expect(shown.toSorted()).toEqual(STATEMENT_LINES.toSorted())
  expect(listLines(undefined)).toEqual(STATEMENT_LINES)
})

test('the filter for fees includes dispute fees', () => {
  expect(listLines('fees')).toEqual(['fees', 'dispute_fees'])
})

test('every line has a transaction kind and a unique label', () => {
  expect(new Set(Object.values(LINES_BY_ACCOUNT).flatMap((lines) => Object.values(lines)))).toEqual(
    new Set(STATEMENT_LINES),
  )
  expect(new Set(Object.values(lineLabels)).size).toBe(STATEMENT_LINES.length)
})
