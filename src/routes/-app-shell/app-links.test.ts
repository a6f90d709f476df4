import { expect, test } from 'vitest'
import { guestLinksFor, memberLinksFor } from './app-links'

const labels = (...roles: string[]) => memberLinksFor(roles).map(({ label }) => label)

test('M-01 links members to their invitations, moderators and admins to the reports, even before two-step verification', () => {
  const guest = ['Dashboard', 'Profile', 'Network', 'Bookings', 'Events', 'Chat', 'Settings']
  const member = guest.toSpliced(6, 0, 'Invitations')
  const moderator = member.toSpliced(6, 0, 'Moderation')
  expect(labels('customer')).toEqual(guest)
  expect(labels('user')).toEqual(member)
  expect(labels('user', 'moderator')).toEqual(moderator)
  expect(labels('admin')).toEqual(moderator)
  expect(memberLinksFor(['user'], true).map(({ label }) => label)).toEqual(moderator)
})

test('links the settings of non-members to “Members area”, since their Dashboard is already in the bar', () => {
  const open = guestLinksFor({ here: '/customer/settings', isOutside: false })
  expect(open.map(({ href, label }) => [href, label])).toEqual([
    ['/dashboard', 'Members area'],
    ['/customer/dashboard', 'My Tickets'],
    ['/customer/settings', 'Settings'],
  ])
  expect(guestLinksFor({ here: '/customer/settings', isOutside: true })).toEqual(open.slice(1))
})
