import { expect, test } from 'vitest'
import { DEFAULT_TEXTS } from './default-texts'
import { DEFAULT_SETTINGS, type Settings } from './settings'
import { findSettingProblem } from './setting-problems'
import { parseTypedSetting, formatTypedSetting } from './typed-setting'

test.each([
  ['12%', 1200],
  ['12', 1200],
  ['12.5', 1250],
  ['12,5 %', 1250],
  [' 0.05% ', 5],
  ['0', 0],
  ['-1', '-1'],
  ['12.555', '12.555'],
  ['ten', 'ten'],
  ['', ''],
])('reads a fee typed as %s as %s', (typed, value) =>
  expect(parseTypedSetting('feeBasisPoints', typed)).toBe(value),
)

test.each([
  ['holdMinutes', '10', 10],
  ['holdMinutes', '10.5', '10.5'],
  ['invitationsPerMember', '', ''],
  ['invitationsPerMember', '1e3', '1e3'],
  ['name', '  Loom   Hall ', 'Loom Hall'],
  ['emailSender', ' Hello@Loom.Example', 'hello@loom.example'],
] as const)('reads %s typed as %s as %s', (key, typed, value) =>
  expect(parseTypedSetting(key, typed)).toBe(value),
)

test('refuses text in a number field, with an explanation', () => {
  expect(findSettingProblem('feeBasisPoints', parseTypedSetting('feeBasisPoints', 'ten'))).toContain(
    'such as 10 or 12.5',
  )
  expect(findSettingProblem('holdMinutes', parseTypedSetting('holdMinutes', ''))).toBe(
    'Enter whole minutes from 2 to 30.',
  )
})

test('a value that is formatted for its field parses as the same value', () => {
  const site: Settings = {
    ...DEFAULT_SETTINGS,
    feeBasisPoints: 1234,
    maintenanceNotice: 'Back\nat 3',
    terms: '## Mine',
  }
  for (const settings of [site, DEFAULT_SETTINGS])
    for (const [key, value] of Object.entries(settings) as [keyof Settings, string | number][])
      expect(parseTypedSetting(key, formatTypedSetting(key, value)), key).toBe(value)
  expect(formatTypedSetting('privacy', '')).toBe(DEFAULT_TEXTS.privacy)
})
