// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roomQuery } from '../queries'
import { roomNamed } from '../rooms/testing-rooms'
import { RestrictedComposer } from './restricted-composer'
import { clearPage, preparePage } from './testing-conversation'

const advance = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
const DAY_MS = 86_400_000

beforeEach(() => {
  preparePage()
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  clearPage()
})

test.each([
  ['an hour', 3_600_000],
  ['forty days, longer than a timer of the browser can wait', 40 * DAY_MS],
])('after a mute of %s, loads the room until the server has ended it', (_, length) => {
  const until = new Date(Date.now() + length).toISOString()
  const room = roomNamed('Deep end', {
    writeRestriction: { kind: 'muted', until, isEverywhere: false, reason: 'Selling spots.' },
  })
  const queryClient = new QueryClient()
  const load = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  render(
    <QueryClientProvider client={queryClient}>
      <RestrictedComposer room={room} joinAction={undefined} />
    </QueryClientProvider>,
  )
  vi.setSystemTime(Date.now() + length - 20_000)
  advance(10_000)
  expect(load).not.toHaveBeenCalled()
  // The clock of this device is fast, so the server still refuses after the first time.
  advance(30_000)
  expect(load.mock.calls.length).toBeGreaterThanOrEqual(2)
  expect(load.mock.calls[0]?.[0]?.queryKey).toEqual(roomQuery(room.id).queryKey)
})
