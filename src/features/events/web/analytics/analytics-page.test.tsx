// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { SaleNumbers } from '../../contract-numbers'
import { namedEvent, renderPart } from '../dashboard/testing-part'
import { AnalyticsLoading } from './analytics-loading'
import { AnalyticsPage } from './analytics-page'

afterEach(() => document.body.replaceChildren())

const numbers: SaleNumbers = {
  event: {
    ...namedEvent,
    canEdit: true,
    canManageMoney: true,
  },
  revenueCents: 644_800,
  currency: 'USD',
  sold: 402,
  total: 606,
  salesPercent: 66,
  views: 3912,
  conversionPerMille: 103,
  daysToGo: 15,
  perDayToSellOut: 14,
  days: [
    { day: '2026-11-19', tickets: 34, cents: 54_400 },
    { day: '2026-11-20', tickets: 29, cents: 46_400 },
  ],
  today: '2026-11-20',
  types: [
    {
      id: 't1',
      name: 'Early Bird',
      isHidden: false,
      priceCents: 1200,
      sold: 100,
      total: 100,
      revenueCents: 120_000,
    },
    {
      id: 't2',
      name: 'Crew Table',
      isHidden: true,
      priceCents: 12_000,
      sold: 4,
      total: 6,
      revenueCents: 48_000,
    },
  ],
  sources: [{ source: 'chat', label: 'Chat rooms', views: 1204, tickets: 161 }],
  checkIns: {
    tickets: 41,
    guests: 4,
    expected: 402,
    quarters: [
      { at: '2026-12-05T22:45:00.000Z', tickets: 12, guests: 0 },
      { at: '2026-12-05T23:00:00.000Z', tickets: 29, guests: 4 },
    ],
  },
}

async function show(changes: Partial<SaleNumbers> = {}) {
  registerLink({ call: () => Promise.resolve({ ...numbers, ...changes }) })
  await renderPart(
    <Suspense fallback="loading">
      <AnalyticsPage id="e1" feeBasisPoints={1000} />
    </Suspense>,
  )
  await screen.findByRole('heading', { level: 1, name: 'Dust & Diamonds' })
}

const table = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row')

test('ME-02 shows figures, days, ticket types, sources and check-ins', async () => {
  await show()
  const text = document.body.textContent
  for (const words of [
    '$6,448',
    'before the 10% service fee',
    '66%',
    '402 of 606 tickets',
    '3,912',
    '10.3% of views became tickets',
    '15',
    'Sell 14 a day to sell out',
  ])
    expect(text).toContain(words)
  expect(screen.getByRole('heading', { name: 'Tickets per day' })).toBeTruthy()
  expect(table('Tickets per day').at(-1)?.textContent).toBe('Friday 20 November 202629$464.00')
  expect(screen.getByText('Early Bird').parentElement?.textContent).toContain('$1,200.00')
  expect(screen.getByText('4 of 6 sold')).toBeTruthy()
  expect(table('Sources').at(-1)?.textContent).toBe('Chat rooms1,204161')
  expect(screen.getByRole('region', { name: 'Check-in' }).textContent).toContain(
    '41 of 402 checked in, and 4 from the guest list, 22:45 to 23:00',
  )
  expect(table('Check-ins per 15 minutes').at(-1)?.textContent).toContain('33294')
  expect(screen.getByRole('link', { name: 'Refunds' }).getAttribute('href')).toBe(
    '/dashboard/events/e1/refunds',
  )
  expect(screen.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe('/events/e1/sales.csv')
})

test('the table follows the chosen range', async () => {
  await show()
  expect(table('Tickets per day')).toHaveLength(29)
  await userEvent.click(screen.getByRole('button', { name: '7 days' }))
  expect(table('Tickets per day')).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(table('Tickets per day')).toHaveLength(3)
})

test('R-07 hides revenue and the links to the editor and the refunds without the permission', async () => {
  await show({
    event: { ...numbers.event, canEdit: false, canManageMoney: false },
    revenueCents: null,
    days: numbers.days.map((day) => ({ ...day, cents: null })),
    types: numbers.types.map((type) => ({ ...type, revenueCents: null })),
  })
  expect(document.body.textContent).not.toMatch(/\$|Revenue/u)
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Refunds' })).toBeNull()
})

test('shows empty states without sales, views or check-ins', async () => {
  await show({
    days: [],
    sources: [],
    views: 0,
    conversionPerMille: null,
    types: [],
    checkIns: { ...numbers.checkIns, quarters: [] },
  })
  for (const words of [
    /No tickets sold yet/u,
    /No views yet/u,
    /No ticket types yet/u,
    /Counting starts now/u,
  ])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Check-in' })).toBeNull()
})

test('shows check-ins instead of days to go once the event has begun, and events that are cancelled or without a date', async () => {
  await show({ daysToGo: null, perDayToSellOut: null })
  expect(screen.getByText('of 402 tickets')).toBeTruthy()
  document.body.replaceChildren()
  await show({ event: { ...numbers.event, status: 'cancelled' } })
  expect(screen.getByText('Tickets are being refunded')).toBeTruthy()
  document.body.replaceChildren()
  await show({ event: { ...numbers.event, isDateOpen: true } })
  expect(screen.getByText('No new date yet')).toBeTruthy()
  expect(screen.getByText(/^Date to be announced/u)).toBeTruthy()
  document.body.replaceChildren()
  await show({ event: { ...numbers.event, status: 'cancelled', isDateOpen: true } })
  expect(screen.getByText(/^No date/u)).toBeTruthy()
})

test('shows remaining tickets on the day, and no percentage above 100', async () => {
  await show({ daysToGo: 0, perDayToSellOut: null, sold: 4, total: 113, conversionPerMille: 2000 })
  expect(screen.getByText('109 left to sell')).toBeTruthy()
  expect(screen.getByText('2.0 tickets per view')).toBeTruthy()
  document.body.replaceChildren()
  await show({ daysToGo: 3, perDayToSellOut: null, sold: 113, total: 113 })
  expect(screen.getByText('Sold out')).toBeTruthy()
})

test('ME-02 shows the back link and announces loading', async () => {
  await renderPart(<AnalyticsLoading />)
  const page = screen.getByRole('region', { name: 'Loading figures' })
  expect(page.getAttribute('aria-busy')).toBe('true')
  expect(within(page).getByRole('link', { name: 'My Events' }).getAttribute('href')).toBe('/dashboard/events')
})
