import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { loadMonthToOpen } from './month-to-open'

afterEach(() => registerLink(undefined))

/** Serves a calendar with these free days, or one that fails to load. */
function serveCalendar(free: readonly string[] | undefined) {
  const months: string[] = []
  registerLink({
    call: async (_path, input) => {
      if (free === undefined) throw new TypeError('fetch failed')
      const { month } = input as { month: string }
      months.push(month)
      const days = free.filter((day) => day.startsWith(month)).map((day) => ({ day, state: 'free' }))
      return { timezone: 'Europe/Berlin', today: '2026-11-21', days }
    },
  })
  return months
}
const open = (day?: string) =>
  loadMonthToOpen(new QueryClient({ defaultOptions: { queries: { retry: false } } }), 'mara', {
    day,
    now: new Date('2026-11-21T12:00:00Z'),
  })

test('opens the current month if it has a free day', async () => {
  const months = serveCalendar(['2026-11-27', '2026-12-04'])
  expect(await open()).toBe('2026-11')
  expect(months).toEqual(['2026-11'])
})

test('opens the next month if only past days of the current month are free', async () => {
  serveCalendar(['2026-11-20', '2026-12-04'])
  expect(await open()).toBe('2026-12')
})

test('keeps this month for a DJ without usual days, and the requested day’s month', async () => {
  serveCalendar([])
  expect(await open()).toBe('2026-11')
  expect(await open('2027-03-05')).toBe('2027-03')
})

test('keeps the page when the calendar fails to load', async () => {
  serveCalendar(undefined)
  expect(await open()).toBe('2026-11')
})
