import { expect, test } from 'vitest'
import { sectionsFor } from './sections'
import { draftOf } from './testing-edit'

const nothing = { errors: {}, unsaved: {} }
const markOf = (draft: ReturnType<typeof draftOf>) => sectionsFor(draft, nothing, ['lineup'])[0]?.mark

test('a line-up with an entry is complete, and needs attention if times conflict', () => {
  expect(markOf(draftOf())).toBe('complete')
  expect(markOf(draftOf({ lineUp: [] }))).toBeUndefined()
  const warnings = [{ section: 'lineup' as const, words: 'Two sets overlap.' }]
  expect(markOf(draftOf({ warnings }))).toBe('needs attention')
  expect(markOf(draftOf({ warnings, status: 'cancelled' }))).toBeUndefined()
})
