import { expect, test } from 'vitest'
import { changesIn, isOvertaken, readDraft, typeInto } from './settings-draft'
import { settingsWith } from './testing-settings'

test.each([
  '',
  'null',
  '7',
  '[]',
  '{"name":null}',
  '{"name":{"text":1,"version":0}}',
  '{"colour":{"text":"x","version":0}}',
  '{',
])('an invalid stored draft is ignored: %s', (kept) => expect(readDraft(kept)).toEqual({}))

test('a draft stores the version it is based on, and ends when it matches the saved value', () => {
  const begun = typeInto({}, settingsWith(), 'holdMinutes', '1')
  const later = typeInto(begun, settingsWith({ holdMinutes: 20 }, 3), 'holdMinutes', '12')
  expect(later).toEqual({ holdMinutes: { text: '12', version: 0 } })
  expect(readDraft(JSON.stringify(later))).toEqual(later)
  expect(typeInto(later, settingsWith(), 'holdMinutes', ' 10 ')).toEqual({})
})

test('a draft equal to another admin’s change is neither a change nor a conflict', () => {
  const draft = typeInto({}, settingsWith(), 'holdMinutes', '12')
  expect(changesIn(draft, settingsWith())).toEqual([{ key: 'holdMinutes', value: 12, version: 0 }])
  expect(isOvertaken(draft, settingsWith({ holdMinutes: 15 }), 'holdMinutes')).toBe(true)
  const same = settingsWith({ holdMinutes: 12 })
  expect([changesIn(draft, same), isOvertaken(draft, same, 'holdMinutes')]).toEqual([[], false])
})
