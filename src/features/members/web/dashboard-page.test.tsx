// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { Activity, Dashboard } from '../contract-shapes'
import { DashboardPage } from './dashboard-page'
import { clearParts, mara, renderPart } from './testing-parts'

afterEach(clearParts)

const dashboard: Dashboard = {
  connections: 128,
  connectionsThisMonth: 12,
  bookings: 17,
  bookingsToAnswer: 1,
  profileViews: 2406,
  profileViewsTrend: { percent: 18, since: 'October' },
  requestsToAnswer: 3,
  sharedBills: 41,
  memberTypes: ['dj', 'producer'],
  nextEvent: null,
}
const juno = { id: 'juno', name: 'Juno Okafor', avatarUrl: null }
const createActivity = (part: Partial<Activity>): Activity => ({
  kind: 'connected',
  at: '2026-11-20T20:15:00.000Z',
  person: juno,
  isOwn: false,
  step: null,
  title: 'Low Ceiling',
  href: '/dashboard/bookings/1',
  amount: null,
  currency: null,
  ...part,
})

async function renderDashboard(
  part: Partial<Dashboard> = {},
  items: Activity[] = [],
  unread: number | null = 0,
): Promise<void> {
  fakeServer({ activity: () => ({ items }) })
  await renderPart(<DashboardPage dashboard={{ ...dashboard, ...part }} unread={unread} />)
}
const getCell = (term: string) => screen.getByText(term).closest('div')
const getHref = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

test('M-02 each figure shows its change and links to its screen', async () => {
  await renderDashboard()
  expect(getCell('Connections')?.textContent).toBe('Connections12812 this month')
  expect(getCell('Bookings')?.textContent).toBe('Bookings171 to answer')
  expect(getCell('Messages')?.textContent).toBe('Messages0')
  expect(getCell('Profile Views')?.textContent).toBe('Profile Views2,406Up 18% on October')
  expect(getHref('Messages')).toBe('/dashboard/chat')
  expect(getHref('Connections')).toBe('/dashboard/network')
  expect(getHref('Bookings')).toBe('/dashboard/bookings')
})

test('M-02 shows the number of unread messages', async () => {
  await renderDashboard({}, [], 12)
  expect(getCell('Messages')?.textContent).toBe('Messages12')
})

test('M-02 leaves out the number of unread messages if it is unknown', async () => {
  await renderDashboard({}, [], null)
  expect(getCell('Messages')?.textContent).toBe('Messages–Not available right now')
  expect(getHref('Messages')).toBe('/dashboard/chat')
})

test('M-02 shows that a figure has decreased', async () => {
  await renderDashboard({
    connectionsThisMonth: 0,
    bookingsToAnswer: 0,
    profileViewsTrend: { percent: -4, since: 'October' },
  })
  expect(getCell('Connections')?.textContent).toBe('Connections1283 to answer')
  expect(getCell('Bookings')?.textContent).toBe('Bookings17')
  expect(screen.getByText('Down 4% on October')).toBeTruthy()
})

test('M-03 shows the three quick actions', async () => {
  await renderDashboard()
  expect(getHref(/^Edit Profile/)).toBe('/dashboard/profile')
  expect(getHref(/^Find Connections\s*41 people you’ve shared a bill with/)).toBe(
    '/dashboard/members?show=suggested',
  )
  expect(getHref(/^Browse Members/)).toBe('/dashboard/members')
})

test.each([
  [['dj', 'promoter'], 'Your bio and rate are what promoters read first'],
  [['promoter', 'venue'], 'Your bio is what DJs read first'],
  [['agent'], 'Your bio is what promoters read first'],
  [[], 'Your bio is what people read first'],
] as const)(
  'M-03 the hint to complete the profile depends on the member type: %j',
  async (memberTypes, line) => {
    await renderDashboard({ memberTypes: [...memberTypes] })
    expect(screen.getByRole('link', { name: /^Edit Profile/ }).textContent).toBe(`Edit Profile${line}`)
  },
)

test('M-04 shows an empty state without activity', async () => {
  await renderDashboard()
  expect(await screen.findByText('No recent activity')).toBeTruthy()
})

test('M-04 each activity links to its subject', async () => {
  const items = [
    createActivity({ kind: 'connected', title: null, href: '/dj/juno' }),
    createActivity({ kind: 'booking_step', step: 'request', amount: 120_000 }),
    createActivity({ kind: 'booking_step', step: 'offer', isOwn: true, amount: 140_000 }),
    createActivity({ kind: 'booking_step', step: 'decline' }),
    createActivity({ kind: 'booking_step', step: 'cancel', isOwn: true }),
    createActivity({ kind: 'booking_step', step: 'expire' }),
    createActivity({ kind: 'booking_step', step: 'pay', amount: 35_000, currency: 'JPY' }),
    createActivity({ kind: 'booking_step', step: 'propose_fee', isOwn: true, amount: 90_000 }),
    createActivity({ kind: 'booking_step', step: 'accept_fee', amount: 90_000 }),
    createActivity({ kind: 'booking_step', step: 'decline_fee' }),
    createActivity({ kind: 'booking_confirmed', amount: 140_000, currency: 'EUR' }),
    createActivity({ kind: 'booking_completed' }),
    createActivity({ kind: 'review', amount: 5 }),
    createActivity({ kind: 'tickets_sold', person: null, amount: 12, href: '/events/1' }),
    createActivity({ kind: 'tickets_sold', person: null, amount: 1, href: '/events/2' }),
  ]
  await renderDashboard(
    {},
    items.map((item, place) => ({ ...item, at: `2026-11-20T20:15:${10 + place}.000Z` })),
  )
  expect(
    (await screen.findAllByRole('listitem')).map(
      (row) => row.querySelector('a > :nth-child(2)')?.textContent,
    ),
  ).toEqual([
    'You and Juno Okafor are connected',
    'Juno Okafor sent a request: Low Ceiling, $1,200.00',
    'You made Juno Okafor an offer: Low Ceiling, $1,400.00',
    'Juno Okafor declined Low Ceiling',
    'You canceled Low Ceiling with Juno Okafor',
    'The request for Low Ceiling with Juno Okafor expired',
    'Juno Okafor paid ¥35,000 for Low Ceiling',
    'You suggested a lower fee for Low Ceiling, $900.00',
    'Juno Okafor agreed to a lower fee for Low Ceiling, $900.00',
    'Juno Okafor declined a lower fee for Low Ceiling',
    'You and Juno Okafor agreed on Low Ceiling, €1,400.00',
    'Low Ceiling with Juno Okafor is completed',
    'Juno Okafor reviewed Low Ceiling: 5 of 5 stars',
    '12 tickets sold for Low Ceiling',
    '1 ticket sold for Low Ceiling',
  ])
  expect(getHref(/are connected/)).toBe('/dj/juno')
})

test('M-04 activity that fails to load can be retried, and the rest of the page is still shown', async () => {
  let isBroken = true
  fakeServer({
    activity: () => {
      if (isBroken) throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Something went wrong.' })
      return { items: [] }
    },
  })
  await renderPart(<DashboardPage dashboard={dashboard} unread={0} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong.')
  expect(screen.getByText('2,406')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No recent activity')).toBeTruthy()
})

test('M-05 shows the welcome card to a member without member types', async () => {
  await renderDashboard({ memberTypes: [] })
  expect(getHref('Select Member Type')).toBe('/dashboard/member-type-selection')
  clearParts()
  await renderDashboard()
  expect(screen.queryByRole('link', { name: 'Select Member Type' })).toBeNull()
})

test('shows the next event with its ticket sales', async () => {
  const [event] = mara.upcomingEvents
  if (!event) throw new Error('no event')
  await renderDashboard({
    nextEvent: { ...event, sold: 291, total: 300, currency: 'EUR', revenueCents: 582_000 },
  })
  const link = screen.getByRole('link', { name: /Low Ceiling, Fri 11 Dec, 23:30/ })
  expect(link.textContent).toContain('€5,820.00')
  expect(link.textContent).toContain('291 of 300 sold')
  expect(link.textContent).toContain('97%')
})

test('shows the title and date of a next event whose flyer is a picture', async () => {
  const [event] = mara.upcomingEvents
  if (!event) throw new Error('no event')
  const sales = { sold: 291, total: 300, currency: 'USD', revenueCents: 582_000 } as const
  await renderDashboard({ nextEvent: { ...event, ...sales, imageUrl: '/a.avif' } })
  const link = screen.getByRole('link', { name: /^Low Ceiling ?Fri 11 Dec, 23:30/ })
  expect(within(link).getByText('Low Ceiling').closest('.visually-hidden')).toBeNull()
  expect(within(link).getByText('Fri 11 Dec, 23:30').closest('.visually-hidden')).toBeNull()
})
