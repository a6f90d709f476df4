import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, SETTING_KEYS, settingReaders, settingsFrom } from './settings'

test('nothing stored: as delivered, and every delivered value is one', () => {
  expect(settingsFrom([])).toEqual(DEFAULT_SETTINGS)
  for (const [key, value] of Object.entries(DEFAULT_SETTINGS))
    expect(settingReaders[key as keyof typeof settingReaders](value), key).toBe(value)
})

test('what is stored counts, what is no value does not, and a key of another release is passed over', () => {
  const rows = [
    { key: SETTING_KEYS.feeBasisPoints, value: 1250 },
    { key: SETTING_KEYS.membersArea, value: 'everybody' },
    { key: SETTING_KEYS.holdMinutes, value: 31 },
    { key: SETTING_KEYS.name, value: '  ' },
    { key: 'of_another_release', value: true },
  ]
  expect(settingsFrom(rows)).toEqual({ ...DEFAULT_SETTINGS, feeBasisPoints: 1250 })
})

test.each([
  ['feeBasisPoints', 12.5],
  ['feeBasisPoints', -1],
  ['holdMinutes', '10'],
  ['holdMinutes', 1],
  ['invitationsPerMember', 51],
  ['name', 'N'.repeat(41)],
  ['priceDisplay', null],
] as const)('%s takes no %s', (key, value) => {
  expect(settingReaders[key](value)).toBeUndefined()
})
