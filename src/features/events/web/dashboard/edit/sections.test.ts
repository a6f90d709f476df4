import { expect, test } from 'vitest'
import { listSections } from './sections'
import { createDraft } from './testing-edit'

const nothing = { errors: {}, unsaved: {} }
const markOf = (draft: ReturnType<typeof createDraft>) => listSections(draft, nothing, ['lineup'])[0]?.mark

test('a line-up with an entry is complete, and needs attention if times conflict', () => {
  expect(markOf(createDraft())).toBe('complete')
  expect(markOf(createDraft({ lineUp: [] }))).toBeUndefined()
  const warnings = [{ section: 'lineup' as const, words: 'Two sets overlap.' }]
  expect(markOf(createDraft({ warnings }))).toBe('needs attention')
  expect(markOf(createDraft({ warnings, status: 'cancelled' }))).toBeUndefined()
})
