import { expect, test } from 'vitest'
import { toPathAfterSignIn } from './after-sign-in'

test.each([
  [{ code: 'k7q2-xm0r' }, '/dashboard/members-only?code=K7Q2-XM0R'],
  [
    { code: 'K7Q2XM0R', next: '/events/5?tickets=a&b' },
    '/dashboard/members-only?code=K7Q2-XM0R&next=%2Fevents%2F5%3Ftickets%3Da%26b',
  ],
  [{ code: 'K7Q2&next=/', next: '/discover' }, '/discover'],
  [{ next: '/discover' }, '/discover'],
  [{}, undefined],
])('M-06 with the input %j, sign-in leads to %s', (going, path) => {
  expect(toPathAfterSignIn(going)).toBe(path)
})
