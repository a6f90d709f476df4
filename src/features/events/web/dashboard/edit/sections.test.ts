import { expect, test } from 'vitest'
import { listSections } from './sections'
import { createDraft } from './testing-edit'

const nothing = { errors: {}, unsaved: {} }
const findMark = (draft: ReturnType<typeof createDraft>) => listSections(draft, nothing, ['lineup'])[0]?.mark

test('a line-up with an entry is complete, and needs attention if times conflict', () => {
  expect(findMark(createDraft())).toBe('complete')
  expect(findMark(createDraft({ lineUp: [] }))).toBeUndefined()
  const warnings = [{ section: 'lineup' as const, text: 'Two sets overlap.' }]
  expect(findMark(createDraft({ warnings }))).toBe('needs attention')
  expect(findMark(createDraft({ warnings, status: 'cancelled' }))).toBeUndefined()
})
