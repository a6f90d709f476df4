import { expect, test } from 'vitest'
import { describeConflict } from './describe-conflict'
import { SETTING_KEYS } from './settings'
import {
  formatPercent,
  describeSettingChange,
  findSettingByStoredKey,
  formatSettingValue,
} from './setting-labels'

test.each([
  [1000, '10%'],
  [1250, '12.5%'],
  [1, '0.01%'],
  [0, '0%'],
])('formats %i basis points as %s', (points, words) => expect(formatPercent(points)).toBe(words))

test.each([
  ['feeBasisPoints', 1000, 1200, 'Service fee 10% to 12%'],
  ['membersArea', 'signed_in', 'invited', 'Members area Anyone signed in to Members only'],
  ['priceDisplay', 'itemised', 'all_in', 'Prices shown Fee shown on its own line to Fee included'],
  ['processingFees', 'organizer', 'site', 'Processing fees Paid by the organizer to Paid by the site'],
  ['emailSender', '', 'a@b.example', 'Sender as configured to a@b.example'],
  ['contactAddress', '', 'a@b.example', 'Contact address the sender to a@b.example'],
  ['legalName', '', 'Loom GmbH', 'Legal name the site’s name to Loom GmbH'],
  ['legalAddress', '', 'Torstraße 1', 'Legal address changed'],
  ['taxId', 'DE 1', '', 'Tax ID DE 1 to none'],
  ['holdMinutes', 10, 12, 'Hold minutes 10 to 12'],
  ['terms', '', 'Words', 'Terms of Service changed'],
  ['maintenanceNotice', '', 'Back at 3', 'Maintenance notice changed'],
] as const)('describes a change of %s from %s to %s in words', (key, from, to, words) =>
  expect(describeSettingChange(key, from, to)).toBe(words),
)

test('finds the setting of a stored key, and returns nothing for a key of another release', () => {
  for (const [key, stored] of Object.entries(SETTING_KEYS)) expect(findSettingByStoredKey(stored)).toBe(key)
  expect(findSettingByStoredKey('color')).toBeUndefined()
  expect(formatSettingValue('privacy', 'long')).toBeUndefined()
})

test.each([
  [0, 'just now'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [60 * 60, '1 hour ago'],
  [47 * 3600, '47 hours ago'],
  [72 * 3600, '3 days ago'],
])('the message about a change by another admin %i seconds ago says “%s”', (seconds, ago) => {
  const at = '2026-11-21T02:00:00.000Z'
  const now = new Date(Date.parse(at) + seconds * 1000)
  expect(describeConflict({ key: 'holdMinutes', by: null, at, value: 12 }, now)).toBe(
    `Another admin changed “Hold minutes” to 12 ${ago}.`,
  )
})
