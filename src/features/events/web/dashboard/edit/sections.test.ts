import { expect, test } from 'vitest'
import { listSections } from './sections'
import { createDraft } from './testing-edit'

const nothing = { errors: {}, unsaved: {} }
const findMark = (draft: ReturnType<typeof createDraft>) => listSections(draft, nothing, ['lineup'])[0]?.mark

test('the line-up section is complete with an entry, and needs attention if times conflict', () => {
  expect(findMark(createDraft())).toBe('complete')
  expect(findMark(createDraft({ lineUp: [] }))).toBeUndefined()
  const warnings = [{ section: 'lineup' as const, text: 'Two sets overlap.' }]
  expect(findMark(createDraft({ warnings }))).toBe('needs attention')
  expect(findMark(createDraft({ warnings, status: 'cancelled' }))).toBeUndefined()
})
