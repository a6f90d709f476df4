import { expect, test } from 'vitest'
import { memberLinksFor } from './app-links'

const labels = (...roles: string[]) => memberLinksFor(roles).map(({ label }) => label)

test('M-01 whoever was let in may let in; moderators and admins find the reports beside the chat', () => {
  const guest = ['Dashboard', 'Profile', 'Network', 'Bookings', 'Events', 'Chat', 'Settings']
  const member = guest.toSpliced(6, 0, 'Invitations')
  const moderator = member.toSpliced(6, 0, 'Moderation')
  expect(labels('customer')).toEqual(guest)
  expect(labels('user')).toEqual(member)
  expect(labels('user', 'moderator')).toEqual(moderator)
  expect(labels('admin')).toEqual(moderator)
})
