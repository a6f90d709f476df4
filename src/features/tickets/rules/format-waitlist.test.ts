import { expect, test } from 'vitest'
import { formatAvailableTickets, formatOrdinal } from './format-waitlist'

test('spells the number of available tickets up to ten', () => {
  expect([1, 2, 10, 11].map(formatAvailableTickets)).toEqual([
    'One ticket is available',
    'Two tickets are available',
    'Ten tickets are available',
    '11 tickets are available',
  ])
})

test('formats ordinals', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 1003].map(formatOrdinal)).toEqual(
    '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 101st 111th 1003rd'.split(' '),
  )
})
