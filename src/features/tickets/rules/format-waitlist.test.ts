import { expect, test } from 'vitest'
import { formatFreedTickets, formatOrdinal } from './format-waitlist'

test('spells the number of available tickets up to ten', () => {
  expect([1, 2, 10, 11].map(formatFreedTickets)).toEqual([
    'One ticket came free',
    'Two tickets came free',
    'Ten tickets came free',
    '11 tickets came free',
  ])
})

test('formats ordinals', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 1003].map(formatOrdinal)).toEqual(
    '1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 101st 111th 1003rd'.split(' '),
  )
})
