// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLiveUpdates } from './use-live-updates'

class FakeSource extends EventTarget {
  static CLOSED = 2
  static all: FakeSource[] = []
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.all.push(this)
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
  say(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

let visibility = 'visible'
beforeEach(() => {
  FakeSource.all = []
  visibility = 'visible'
  vi.stubGlobal('EventSource', FakeSource)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const reads: Record<string, number> = {}
const keys = {
  pending: [['network', 'counts'], { type: 'query' }],
  desk: [['bookings', 'list'], { type: 'query' }],
  figures: [['members', 'dashboard'], { type: 'query' }],
  djs: [['members', 'discover'], { type: 'query' }],
}

function Page() {
  useLiveUpdates()
  return Object.entries(keys).map(([name, queryKey]) => <Read key={name} name={name} queryKey={queryKey} />)
}

function Read({ name, queryKey }: { name: string; queryKey: readonly unknown[] }) {
  const { data } = useQuery({
    queryKey,
    queryFn: () => (reads[name] = (reads[name] ?? 0) + 1),
    staleTime: Infinity,
  })
  return (
    <p>
      {name} {data}
    </p>
  )
}

async function show() {
  for (const name of Object.keys(keys)) reads[name] = 0
  const page = render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('djs 1')
  return page
}

test('a topic reads its feature and the dashboard again, and nothing else', async () => {
  await show()
  expect(FakeSource.all.map(({ url }) => url)).toEqual(['/api/live'])
  act(() => FakeSource.all[0]?.say('{"topics":["network"]}'))
  await screen.findByText('pending 2')
  await screen.findByText('figures 2')
  expect(reads).toEqual({ pending: 2, desk: 1, figures: 2, djs: 1 })
})

test('what happened while nothing was heard is read when the stream stands', async () => {
  await show()
  act(() => void FakeSource.all[0]?.dispatchEvent(new Event('open')))
  await screen.findByText('pending 2')
  await screen.findByText('desk 2')
  expect(reads['djs']).toBe(1)
})

test('nonsense on the stream changes nothing', async () => {
  await show()
  for (const data of ['', 'hello', '[]', '{"topics":"network"}', '{"topics":[1]}'])
    act(() => FakeSource.all[0]?.say(data))
  expect(reads).toEqual({ pending: 1, desk: 1, figures: 1, djs: 1 })
})

test('a tab that is hidden for a minute lets go, and listens again when it is looked at', async () => {
  await show()
  vi.useFakeTimers()
  visibility = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(59_000)
  expect(FakeSource.all[0]?.readyState).toBe(1)
  vi.advanceTimersByTime(2000)
  expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED)
  visibility = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(FakeSource.all).toHaveLength(2)
})

test('a page that goes takes its stream along', async () => {
  const { unmount } = await show()
  unmount()
  expect(FakeSource.all[0]?.readyState).toBe(FakeSource.CLOSED)
})
