import { expect, test } from 'vitest'
import { listGuestLinks, listMemberLinks } from './app-links'

const labels = (...roles: string[]) => listMemberLinks(roles).map(({ label }) => label)

test('M-01 links members to their invitations, moderators and admins to the reports, even before two-step verification', () => {
  const guest = ['Dashboard', 'Profile', 'Network', 'Bookings', 'Events', 'Money', 'Chat', 'Settings']
  const member = guest.toSpliced(7, 0, 'Invitations')
  const moderator = member.toSpliced(7, 0, 'Moderation')
  expect(labels('customer')).toEqual(guest)
  expect(labels('user')).toEqual(member)
  expect(labels('user', 'moderator')).toEqual(moderator)
  expect(labels('admin')).toEqual(moderator)
  expect(listMemberLinks(['user'], true).map(({ label }) => label)).toEqual(moderator)
})

test('links the settings of non-members to “Members area”, since their Dashboard is already in the bar', () => {
  const open = listGuestLinks({ here: '/customer/settings', isExcludedFromMembersArea: false })
  expect(open.map(({ href, label }) => [href, label])).toEqual([
    ['/dashboard', 'Members area'],
    ['/customer/dashboard', 'My Tickets'],
    ['/customer/settings', 'Settings'],
  ])
  expect(listGuestLinks({ here: '/customer/settings', isExcludedFromMembersArea: true })).toEqual(
    open.slice(1),
  )
})
