// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AdminDashboard } from './admin-dashboard'

afterEach(cleanup)

test('AD-03 four figures and a note', () => {
  render(
    <AdminDashboard
      overview={{
        totalUsers: 1284,
        verifiedDjs: 402,
        djs: 611,
        pendingInvites: 37,
        invitesExpiring: 0,
        totalBookings: 2316,
        openBookings: 63,
      }}
    />,
  )
  const figure = (term: string) => screen.getByText(term).nextElementSibling?.textContent
  expect(figure('Total Users')).toBe('1,284')
  expect(figure('Verified DJs')).toBe('402')
  expect(figure('Pending Invites')).toBe('37')
  expect(figure('Total Bookings')).toBe('2,316')
  expect(screen.getByText('of 611 DJs')).toBeTruthy()
  expect(screen.queryByText(/expire/)).toBeNull()
  expect(screen.getByRole('heading', { name: 'Quick Actions' })).toBeTruthy()
})
