import { expect, test } from 'vitest'
import { memberLinksFor } from './app-links'

const labels = (...roles: string[]) => memberLinksFor(roles).map(({ label }) => label)

test('M-01 moderators and admins find the reports beside the chat, nobody else', () => {
  const links = ['Dashboard', 'Profile', 'Network', 'Bookings', 'Chat', 'Settings']
  expect(labels('user')).toEqual(links)
  expect(labels('customer')).toEqual(links)
  expect(labels('user', 'moderator')).toEqual(links.toSpliced(5, 0, 'Moderation'))
  expect(labels('admin')).toContain('Moderation')
})
