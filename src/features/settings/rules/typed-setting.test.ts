import { expect, test } from 'vitest'
import { DELIVERED_TEXTS } from './delivered-texts'
import { DEFAULT_SETTINGS, type Settings } from './settings'
import { findSettingProblem } from './setting-problems'
import { readTyped, formatTypedSetting } from './typed-setting'

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
])('reads a fee typed as %s as %s', (typed, value) => expect(readTyped('feeBasisPoints', typed)).toBe(value))

test.each([
  ['holdMinutes', '10', 10],
  ['holdMinutes', '10.5', '10.5'],
  ['invitationsPerMember', '', ''],
  ['invitationsPerMember', '1e3', '1e3'],
  ['name', '  Loom   Hall ', 'Loom Hall'],
  ['emailSender', ' Hello@Loom.Example', 'hello@loom.example'],
] as const)('reads %s typed as %s as %s', (key, typed, value) => expect(readTyped(key, typed)).toBe(value))

test('refuses text in a number field, with an explanation', () => {
  expect(findSettingProblem('feeBasisPoints', readTyped('feeBasisPoints', 'ten'))).toContain(
    'such as 10 or 12.5',
  )
  expect(findSettingProblem('holdMinutes', readTyped('holdMinutes', ''))).toBe(
    'Enter whole minutes from 2 to 30.',
  )
})

test('every value survives being shown in its field and read again', () => {
  const site: Settings = {
    ...DEFAULT_SETTINGS,
    feeBasisPoints: 1234,
    maintenanceNotice: 'Back\nat 3',
    terms: '## Mine',
  }
  for (const settings of [site, DEFAULT_SETTINGS])
    for (const [key, value] of Object.entries(settings) as [keyof Settings, string | number][])
      expect(readTyped(key, formatTypedSetting(key, value)), key).toBe(value)
  expect(formatTypedSetting('privacy', '')).toBe(DELIVERED_TEXTS.privacy)
})
