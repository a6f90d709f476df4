import { expect, test } from 'vitest'
import { cityZones, findZoneHint, findPlaceZone } from './city-zones'
import { isZone } from './time'

test.each([
  ['Leeds', 'Europe/London'],
  ['Carriage Works, Leeds', 'Europe/London'],
  ['Carriage Works, Leeds, UK', 'Europe/London'],
  ['malmo', 'Europe/Stockholm'],
  ['MALMÖ', 'Europe/Stockholm'],
  ['Łódź', 'Europe/Warsaw'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['Tiefgang Berlin', 'Europe/Berlin'],
  ['Paris Bar, Berlin', 'Europe/Berlin'],
  ['New York', 'America/New_York'],
  ['St Petersburg', 'Europe/Moscow'],
  ["St. John's", 'America/St_Johns'],
  ['Freiburg im Breisgau', 'Europe/Berlin'],
])('the time zone of %s is %s', (place, zone) => {
  expect(findPlaceZone(place)).toBe(zone)
})

test.each(['', '   ', 'Nowhere', 'Leed', 'the old mill, somewhere'])(
  'finds no time zone for the place “%s”',
  (place) => {
    expect(findPlaceZone(place)).toBeUndefined()
  },
)

test('the hint to check the time zone is shown for unknown places only', () => {
  expect(findZoneHint('Hill Farm', 'Europe/Berlin')).toBe(
    'We don’t know this place’s time zone. Check that Berlin time is right.',
  )
  for (const [place, zone] of [
    ['Leeds', 'Europe/Berlin'],
    [' ', 'Europe/Berlin'],
    ['Hill Farm', ''],
  ] as const)
    expect(findZoneHint(place, zone), place).toBeUndefined()
})

test('lists more than 400 cities, each with a time zone that the runtime knows', () => {
  expect(cityZones.size).toBeGreaterThan(400)
  expect([...new Set(cityZones.values())].filter((zone) => !isZone(zone))).toEqual([])
})
