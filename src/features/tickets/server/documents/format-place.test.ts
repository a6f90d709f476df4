import { expect, test } from 'vitest'
import { formatPlaceAddress, formatPlace } from './format-place'

test('names the city once, even if the address contains it', () => {
  const place = {
    venueName: 'Carriage Works',
    venueAddress: '14 Holbeck Lane, Leeds LS11',
    location: 'Leeds',
  }
  expect(formatPlace(place)).toBe('Carriage Works, 14 Holbeck Lane, Leeds LS11')
  expect(formatPlace({ ...place, venueAddress: '14 Holbeck Lane' })).toBe(
    'Carriage Works, 14 Holbeck Lane, Leeds',
  )
  expect(formatPlaceAddress({ venueAddress: '', location: 'Leeds' })).toBe('Leeds')
})
