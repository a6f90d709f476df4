import { expect, test } from 'vitest'
import { guestLinksFor, memberLinksFor } from './app-links'

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

test('the settings of whoever is no member: the bar above has a Dashboard of its own, so theirs is the members area', () => {
  const open = guestLinksFor({ here: '/customer/settings', isOutside: false })
  expect(open.map(({ href, label }) => [href, label])).toEqual([
    ['/dashboard', 'Members area'],
    ['/customer/dashboard', 'My Tickets'],
    ['/customer/settings', 'Settings'],
  ])
  expect(guestLinksFor({ here: '/customer/settings', isOutside: true })).toEqual(open.slice(1))
})
