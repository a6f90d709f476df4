import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { readOpenMonth } from './open-month'

afterEach(() => registerLink(undefined))

/** Serves a calendar with these free days, or one that fails to load. */
function calendar(free: readonly string[] | undefined) {
  const asked: string[] = []
  registerLink({
    call: async (_path, input) => {
      if (free === undefined) throw new TypeError('fetch failed')
      const { month } = input as { month: string }
      asked.push(month)
      const days = free.filter((day) => day.startsWith(month)).map((day) => ({ day, state: 'free' }))
      return { timezone: 'Europe/Berlin', today: '2026-11-21', days }
    },
  })
  return asked
}
const open = (asked?: string) =>
  readOpenMonth(new QueryClient({ defaultOptions: { queries: { retry: false } } }), 'mara', {
    asked,
    now: new Date('2026-11-21T12:00:00Z'),
  })

test('opens this month if it has a free day', async () => {
  const asked = calendar(['2026-11-27', '2026-12-04'])
  expect(await open()).toBe('2026-11')
  expect(asked).toEqual(['2026-11'])
})

test('opens the next month if only past days are free in this one', async () => {
  calendar(['2026-11-20', '2026-12-04'])
  expect(await open()).toBe('2026-12')
})

test('keeps this month for a DJ without usual days, and the requested day’s month', async () => {
  calendar([])
  expect(await open()).toBe('2026-11')
  expect(await open('2027-03-05')).toBe('2027-03')
})

test('keeps the page when the calendar fails to load', async () => {
  calendar(undefined)
  expect(await open()).toBe('2026-11')
})
