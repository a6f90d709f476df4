import { expect, test } from 'vitest'
import { findZones, describeMatches } from './zone-select'

test('finds a zone by city, by part of its name, and by a city without its own zone', () => {
  const zones = ['Europe/London', 'America/New_York', 'America/Indiana/Knox', 'America/Knox', 'UTC']
  expect(findZones(zones, 'New York')).toEqual(['America/New_York'])
  expect(findZones(zones, 'europe/london')).toEqual(['Europe/London'])
  expect(findZones(zones, 'leeds')).toEqual(['Europe/London'])
  expect(findZones(zones, 'knox')).toEqual(['America/Indiana/Knox', 'America/Knox'])
  expect(findZones(zones, 'utc')).toEqual(['UTC'])
  expect(findZones(zones, '')).toEqual(zones)
  expect(findZones(zones, 'nowhere')).toEqual([])
})

test('describes the zones that a search found and how to choose one', () => {
  expect(describeMatches([])).toBe('No time zone has this name.')
  expect(describeMatches(['Europe/London'])).toBe('Press Enter for Europe/London.')
  expect(describeMatches(['America/Knox', 'America/Indiana/Knox'])).toBe(
    '2 time zones have this name. Choose one below.',
  )
})
