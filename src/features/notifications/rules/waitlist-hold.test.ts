import { expect, test } from 'vitest'
import { formatWaitlistHold } from './waitlist-hold'

test.each([
  [30, 'half an hour', 'The half hour is over'],
  [20, '20 minutes', 'The 20 minutes are over'],
])('names the duration of a hold of %i minutes', (minutes, length, isOver) => {
  expect(formatWaitlistHold(minutes)).toEqual({ length, isOver })
})
