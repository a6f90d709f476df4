import { describe, expect, test } from 'vitest'
import { createDayBars, getLastDay } from './day-bars'

const today = '2026-11-21'
const currency = 'EUR'
const days = [
  { day: '2026-10-20', tickets: 4, cents: 6400 },
  { day: '2026-11-15', tickets: 2, cents: 3200 },
  { day: '2026-11-21', tickets: 34, cents: 54_400 },
]

describe('sales chart', () => {
  test('has a bar for every day of the range, also without a sale', () => {
    const { bars, unit, tickets } = createDayBars({ days, today, currency }, '7')
    expect(unit).toBe('day')
    expect(bars.map(({ value }) => value)).toEqual([2, 0, 0, 0, 0, 0, 34])
    expect(bars[0]).toMatchObject({ name: expect.stringContaining('15 November'), short: '15 Nov' })
    expect(bars[6]?.cells).toEqual(['€544.00'])
    expect(tickets).toBe(36)
    expect(createDayBars({ days, today, currency }, '28').bars).toHaveLength(28)
  })

  test('the range “all” starts at the first sale, or has one empty day without sales', () => {
    expect(createDayBars({ days, today, currency }, 'all').bars).toHaveLength(33)
    expect(createDayBars({ days: [], today, currency }, 'all').bars.map(({ value }) => value)).toEqual([0])
  })

  test('groups a long sale by week without losing tickets', () => {
    const long = [{ day: '2026-01-05', tickets: 7, cents: 0 }, ...days]
    const { bars, unit, tickets } = createDayBars({ days: long, today, currency }, 'all')
    expect(unit).toBe('week')
    expect(bars[0]).toMatchObject({ value: 7 })
    expect(bars[0]?.name).toMatch(/^Week from Monday 5 January/u)
    expect(tickets).toBe(47)
  })

  test('hides revenue cells without permission, and draws a day of refunds as zero', () => {
    const { bars } = createDayBars({ days: [{ day: today, tickets: -3, cents: null }], today, currency }, '7')
    expect(bars.at(-1)).toEqual({ name: expect.any(String), short: expect.any(String), value: 0 })
  })

  test('ends with the local day of a past event', () => {
    const getDay = (startsAt: string, isDateOpen = false) =>
      getLastDay({ today, event: { startsAt, isDateOpen, timezone: 'Europe/Berlin' } })
    expect(getDay('2026-11-06T23:30:00.000Z')).toBe('2026-11-07')
    expect(getDay('2026-12-05T22:00:00.000Z')).toBe(today)
    expect(getDay('2026-11-06T23:30:00.000Z', true)).toBe(today)
  })
})
