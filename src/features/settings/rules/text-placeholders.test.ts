import { expect, test } from 'vitest'
import { DEFAULT_TEXTS } from './default-texts'
import { fillPlaceholders, PLACEHOLDERS, listNamedSettings } from './text-placeholders'
import { TEXT_MAX } from './settings'

const settings = {
  name: '{service_fee} $& House',
  feeBasisPoints: 1250,
  holdMinutes: 15,
  contactAddress: 'help@loom.example',
}

test('fills in each placeholder, but not a placeholder within a filled-in value', () => {
  expect(fillPlaceholders('{name}: {service_fee}, {hold_minutes}, {NAME}, {price}, {}', settings)).toBe(
    '{service_fee} $& House: 12.5%, 15, {NAME}, {price}, {}',
  )
})

test('a text depends on the settings whose placeholders it contains', () => {
  expect(listNamedSettings('{hold_minutes} of {name}')).toEqual(['name', 'holdMinutes'])
  expect(listNamedSettings('none')).toEqual([])
})

test('the default texts contain all placeholders, and can be saved', () => {
  expect(listNamedSettings(Object.values(DEFAULT_TEXTS).join('\n'))).toHaveLength(PLACEHOLDERS.length)
  for (const text of Object.values(DEFAULT_TEXTS)) {
    expect(text.length).toBeLessThan(TEXT_MAX)
    expect(fillPlaceholders(text, { ...settings, name: 'Loom' })).not.toMatch(/[{}]/)
  }
})
