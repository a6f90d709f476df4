// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { Attention, Trends } from '../../contract-attention'
import { clearParts, renderPart } from '../testing-parts'
import { AdminDashboard } from './admin-dashboard'

afterEach(clearParts)

const overview = {
  totalUsers: 1284,
  usersThisMonth: 41,
  verified: 402,
  verifiedDjs: 391,
  pendingInvites: 37,
  invitesExpiring: 0,
  totalBookings: 2316,
  openBookings: 63,
}
const calm: Attention = {
  inviteRequests: { count: 0, oldestAt: null },
  reports: { count: 0, people: 0, messages: 0 },
  payments: { count: 0, oldestAt: null },
  refunds: { count: 0, amounts: [] },
  emails: { count: 0, newest: null },
}
const days: Trends['days'] = [
  { day: '2026-11-19', signUps: 2, tickets: 40, paid: [{ currency: 'USD', cents: 96_000 }] },
  { day: '2026-11-20', signUps: 5, tickets: 7, paid: [{ currency: 'USD', cents: 10_005 }] },
]

const show = async (responses: Record<string, () => unknown> = {}) => {
  const calls = fakeServer({
    get: () => calm,
    trends: () => ({ days }),
    overview: () => overview,
    ...responses,
  })
  await renderPart(<AdminDashboard overview={overview} />)
  return calls
}

test('AD-03 shows four figures and quick actions', async () => {
  await show()
  const findFigure = (term: string) => screen.getByText(term).nextElementSibling?.textContent
  expect(findFigure('Total Users')).toBe('1,284')
  expect(findFigure('Verified DJs')).toBe('402')
  expect(findFigure('Pending Invites')).toBe('37')
  expect(findFigure('Total Bookings')).toBe('2,316')
  for (const line of ['41 this month', '391 of them DJs', '63 open'])
    expect(screen.getByText(line)).toBeTruthy()
  expect(screen.queryByText(/expire/)).toBeNull()
  const actions = screen.getByRole('region', { name: 'Quick Actions' })
  expect(
    within(actions)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/admin/invitations', '/admin/users?filter=unverified', '/admin/audit'])
})

test('each task links to the page that handles it, and an empty list says that nothing needs attention', async () => {
  await show({ get: () => ({ ...calm, reports: { count: 3, people: 1, messages: 2 } }) })
  const link = await screen.findByRole('link', { name: /3 ?reports/ })
  expect(link.getAttribute('href')).toBe('/dashboard/moderation')
  clearParts()
  await show()
  expect(await screen.findByText('Nothing needs your attention.')).toBeTruthy()
})

test('a failed load can be retried', async () => {
  let isAway = true
  await show({
    get: () => {
      if (isAway) throw new Error('away')
      return calm
    },
  })
  const region = screen.getByRole('region', { name: 'Needs attention' })
  isAway = false
  await userEvent.click(await within(region).findByRole('button', { name: 'Try again' }))
  expect(await within(region).findByText('Nothing needs your attention.')).toBeTruthy()
})

test('shows sign-ups and sales per day in the reader’s time zone, with totals and as tables', async () => {
  const calls = await show()
  const signUps = await screen.findByRole('region', { name: 'Sign-ups' })
  expect(await within(signUps).findByText('7')).toBeTruthy()
  within(signUps).getByRole('figure', {
    name: 'Sign-ups per day, Thursday 19 November 2026 to Friday 20 November 2026. Peak 5 on Friday 20 November 2026.',
  })
  const sold = screen.getByRole('region', { name: 'Tickets sold' })
  expect(sold.textContent).toContain('47, $1,060.05')
  expect(within(sold).getByRole('table', { hidden: true }).textContent).toContain('40$960.00')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(calls.find(([name]) => name === 'trends')?.[1]).toEqual({ timezone: zone })
})

test('adds up sales separately for each currency', async () => {
  const toDay = (day: string, yen: number, euros: number): Trends['days'][number] => ({
    day,
    signUps: 0,
    tickets: 4,
    paid: [
      { currency: 'JPY', cents: yen },
      { currency: 'EUR', cents: euros },
    ],
  })
  await show({ trends: () => ({ days: [toDay('2026-11-19', 3_520, 0), toDay('2026-11-20', 1_760, 2_000)] }) })
  const sold = screen.getByRole('region', { name: 'Tickets sold' })
  expect(await within(sold).findByText(/¥5,280/)).toBeTruthy()
  expect(sold.textContent).toContain('8, ¥5,280, €20.00')
  const table = within(sold).getByRole('table', { hidden: true }).textContent
  expect(table).toContain('4¥3,520Fri')
  expect(table).toContain('4¥1,760, €20.00')
})

test('shows no amount without sales', async () => {
  await show({ trends: () => ({ days: [{ day: '2026-11-20', signUps: 1, tickets: 0, paid: [] }] }) })
  const sold = await screen.findByRole('region', { name: 'Tickets sold' })
  expect((await within(sold).findByText('0', { selector: 'b' })).parentElement?.textContent).toBe('0')
})
