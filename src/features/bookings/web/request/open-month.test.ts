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

test('this month opens while something is free in it', async () => {
  const asked = calendar(['2026-11-27', '2026-12-04'])
  expect(await open()).toBe('2026-11')
  expect(asked).toEqual(['2026-11'])
})

test('the next one opens when only days gone by are free in this', async () => {
  calendar(['2026-11-20', '2026-12-04'])
  expect(await open()).toBe('2026-12')
})

test('a DJ without usual days keeps this month, a day that is asked for its own', async () => {
  calendar([])
  expect(await open()).toBe('2026-11')
  expect(await open('2027-03-05')).toBe('2027-03')
})

test('a calendar that cannot be read leaves the page standing', async () => {
  calendar(undefined)
  expect(await open()).toBe('2026-11')
})
