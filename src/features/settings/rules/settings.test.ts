import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, SETTING_KEYS, settingParsers, toSettings } from './settings'

test('without stored values, every setting has its default, and the defaults are valid', () => {
  expect(toSettings([])).toEqual(DEFAULT_SETTINGS)
  for (const [key, value] of Object.entries(DEFAULT_SETTINGS))
    expect(settingParsers[key as keyof typeof settingParsers](value), key).toBe(value)
})

test('uses valid stored values, and ignores invalid ones and keys of another release', () => {
  const rows = [
    { key: SETTING_KEYS.feeBasisPoints, value: 1250 },
    { key: SETTING_KEYS.membersArea, value: 'everybody' },
    { key: SETTING_KEYS.holdMinutes, value: 31 },
    { key: SETTING_KEYS.name, value: '  ' },
    { key: 'of_another_release', value: true },
  ]
  expect(toSettings(rows)).toEqual({ ...DEFAULT_SETTINGS, feeBasisPoints: 1250 })
})

test.each([
  ['feeBasisPoints', 12.5],
  ['feeBasisPoints', -1],
  ['holdMinutes', '10'],
  ['holdMinutes', 1],
  ['invitationsPerMember', 51],
  ['name', 'N'.repeat(41)],
  ['priceDisplay', null],
  ['processingFees', 'buyer'],
  ['legalName', 'N'.repeat(121)],
  ['legalAddress', '1\n2\n3\n4\n5\n6'],
  ['taxId', 'D'.repeat(41)],
] as const)('%s refuses %s', (key, value) => {
  expect(settingParsers[key](value)).toBeUndefined()
})
