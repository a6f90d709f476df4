import { expect, test } from 'vitest'
import { toModerationPath, parseModerationSearch } from './moderation-search'

const caseId = '0192a0b0-0000-7000-8000-0000000000aa'

test('the URL keeps the tab and the case', () => {
  expect(toModerationPath({})).toBe('/dashboard/moderation')
  const path = toModerationPath({ tab: 'closed', case: caseId })
  const search = Object.fromEntries(new URL(path, 'http://x').searchParams)
  expect(parseModerationSearch(search)).toEqual({ tab: 'closed', case: caseId })
})

test('drops invalid values', () => {
  expect(parseModerationSearch({ tab: 'open', case: '12' })).toEqual({ tab: undefined, case: undefined })
  expect(parseModerationSearch({ tab: 7, case: ['x'] })).toEqual({ tab: undefined, case: undefined })
})
