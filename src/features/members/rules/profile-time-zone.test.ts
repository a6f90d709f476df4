import { expect, test } from 'vitest'
import { getZoneAfterLocationChange } from './profile-time-zone'

test.each([
  ['takes the zone of the first city', '', '', 'Berlin, DE', 'Europe/Berlin'],
  ['follows the city', 'Europe/Berlin', 'Berlin, DE', 'Leeds', 'Europe/London'],
  ['keeps a zone that was chosen', 'Asia/Tokyo', 'Berlin, DE', 'Leeds', 'Asia/Tokyo'],
  ['keeps a zone that was chosen before any city', 'Asia/Tokyo', '', 'Leeds', 'Asia/Tokyo'],
  ['keeps the zone while the city is unknown', 'Europe/Berlin', 'Berlin, DE', 'Hill Farm', 'Europe/Berlin'],
  ['stays empty while the city is unknown', '', '', 'Hill Farm', ''],
])('the time zone of a profile: %s', (_title, timezone, from, to, expected) => {
  expect(getZoneAfterLocationChange(timezone, { from, to })).toBe(expected)
})
