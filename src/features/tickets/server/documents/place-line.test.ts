import { expect, test } from 'vitest'
import { addressLine, placeLine } from './place-line'

test('names the city once', () => {
  const place = {
    venueName: 'Carriage Works',
    venueAddress: '14 Holbeck Lane, Leeds LS11',
    location: 'Leeds',
  }
  expect(placeLine(place)).toBe('Carriage Works, 14 Holbeck Lane, Leeds LS11')
  expect(placeLine({ ...place, venueAddress: '14 Holbeck Lane' })).toBe(
    'Carriage Works, 14 Holbeck Lane, Leeds',
  )
  expect(addressLine({ venueAddress: '', location: 'Leeds' })).toBe('Leeds')
})
