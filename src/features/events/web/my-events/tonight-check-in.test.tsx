// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { MyEvent } from '../../contract-dashboard-shapes'
import { listEventActions, type EventRelation } from '../../rules/event-policy'
import { namedEvent, renderPart } from '../dashboard/testing-part'
import { TonightCheckIn } from './tonight-check-in'

// Saturday in Leeds; the fixture event starts at 23:00 on Saturday 5 December.
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-12-05T18:00:00Z'), toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
})

const event = (relation: EventRelation, changes: Partial<MyEvent> = {}): MyEvent => ({
  ...namedEvent,
  relations: [relation],
  actions: listEventActions([relation]),
  sold: 0,
  total: 0,
  salesPercent: 0,
  revenueCents: null,
  currency: 'USD',
  version: 1,
  ...changes,
})

async function show(upcoming: MyEvent[]) {
  registerLink({ call: () => Promise.resolve({ upcoming, past: [], nextCursor: null, totals: null }) })
  await renderPart(<TonightCheckIn />)
}
const lines = () => screen.queryAllByRole('link').map((link) => link.parentElement?.textContent)

test('shows people who work at an event tonight a link to its check-in', async () => {
  await show([event('check_in')])
  const link = await screen.findByRole('link', { name: 'Dust & Diamonds' })
  expect(link.getAttribute('href')).toBe('/dashboard/events/e1/check-in')
  expect(lines()).toEqual(['Tonight at check-in: Dust & Diamonds'])
})

test('says “tomorrow” on the day before, and “tonight” also for an event after midnight', async () => {
  await show([
    event('check_in', { id: 'e2', title: 'Late', startsAt: '2026-12-06T00:30:00Z' }),
    event('manager', { id: 'e3', title: 'Sunday', startsAt: '2026-12-06T15:00:00Z' }),
    event('organizer', { id: 'e4', title: 'Running', startsAt: '2026-12-05T12:00:00Z' }),
  ])
  await waitFor(() =>
    expect(lines()).toEqual([
      'Tonight at check-in: Late',
      'Tomorrow at check-in: Sunday',
      'Tonight at check-in: Running',
    ]),
  )
})

test.each([
  ['Friday 22:00', '2026-12-04T22:00:00Z', ['Tomorrow', 'Tonight']],
  ['Saturday 00:30', '2026-12-05T00:30:00Z', ['Tonight', 'Tonight']],
  ['Friday noon', '2026-12-04T12:00:00Z', ['Tomorrow', 'Tomorrow']],
])('on %s, labels events at 05:30 and 10:00 on Saturday with the right day', async (_, now, said) => {
  vi.setSystemTime(Date.parse(now))
  await show([
    event('check_in', { id: 'e2', title: 'Market', startsAt: '2026-12-05T10:00:00Z' }),
    event('check_in', { id: 'e3', title: 'Sunrise', startsAt: '2026-12-05T05:30:00Z' }),
  ])
  await waitFor(() => expect(lines().map((line) => line?.split(' ')[0])).toEqual(said))
})

test('uses the local time of the venue', async () => {
  vi.setSystemTime(Date.parse('2026-12-04T22:00:00Z'))
  await show([
    // The same moment: 04:30 in New York, 09:30 in London.
    event('check_in', { id: 'e2', startsAt: '2026-12-05T09:30:00Z', timezone: 'America/New_York' }),
    event('check_in', { id: 'e3', startsAt: '2026-12-05T09:30:00Z' }),
  ])
  await waitFor(() => expect(lines().map((line) => line?.split(' ')[0])).toEqual(['Tonight', 'Tomorrow']))
})

test('shows no link for an event that is far off, cancelled, without a date, or of another team', async () => {
  await show([
    event('check_in', { id: 'e2', startsAt: '2026-12-06T18:30:00Z' }),
    event('check_in', { id: 'e3', status: 'postponed' }),
    event('check_in', { id: 'e4', status: 'cancelled' }),
    event('check_in', { id: 'e5', isDateOpen: true }),
    event('host', { id: 'e6' }),
    event('check_in', { id: 'e7', title: 'The one' }),
  ])
  await waitFor(() => expect(lines()).toEqual(['Tonight at check-in: The one']))
})
