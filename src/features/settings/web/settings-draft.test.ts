import { expect, test } from 'vitest'
import { listChanges, parseDraft, updateDraft } from './settings-draft'
import { createSettings } from './testing-settings'

test.each([
  '',
  'null',
  '7',
  '[]',
  '{"name":null}',
  '{"name":{"text":1,"version":0}}',
  '{"color":{"text":"x","version":0}}',
  '{',
])('an invalid stored draft is ignored: %s', (kept) => expect(parseDraft(kept)).toEqual({}))

test('a draft keeps the version it is based on, and is removed when it equals the saved value', () => {
  const begun = updateDraft({}, createSettings(), 'holdMinutes', '1')
  const later = updateDraft(begun, createSettings({ holdMinutes: 20 }, 3), 'holdMinutes', '12')
  expect(later).toEqual({ holdMinutes: { text: '12', version: 0 } })
  expect(parseDraft(JSON.stringify(later))).toEqual(later)
  expect(updateDraft(later, createSettings(), 'holdMinutes', ' 10 ')).toEqual({})
})

test('a draft equal to another admin’s saved change has nothing to save', () => {
  const draft = updateDraft({}, createSettings(), 'holdMinutes', '12')
  expect(listChanges(draft, createSettings())).toEqual([{ key: 'holdMinutes', value: 12, version: 0 }])
  expect(listChanges(draft, createSettings({ holdMinutes: 12 }))).toEqual([])
})
