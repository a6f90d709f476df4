// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLiveStock } from './use-live-stock'

const types = [
  { id: 'general', remaining: 5 },
  { id: 'late', remaining: 2 },
]

const fetched = vi.fn<(address: string) => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
})

function Page(event: { readAt: number; isOpen: boolean }) {
  const shown = useLiveStock({ eventId: 'e1', ...event }, types)
  return <p>{shown.map(({ remaining }) => remaining).join(' ')}</p>
}

function renderPage(event = { readAt: 1, isOpen: true }) {
  const queryClient = new QueryClient()
  const renderPage = (now: typeof event) => (
    <QueryClientProvider client={queryClient}>
      <Page {...now} />
    </QueryClientProvider>
  )
  const { rerender } = render(renderPage(event))
  return { update: (now: typeof event) => rerender(renderPage(now)) }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('shows the page’s numbers first, then those of each poll', async () => {
  fetched.mockImplementation(async () => Response.json({ general: 4 }))
  renderPage()
  await pass(9_999)
  expect(fetched).not.toHaveBeenCalled()
  expect(screen.getByText('5 2')).toBeTruthy()
  await pass(2)
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/events/e1/stock'])
  expect(screen.getByText('4 2')).toBeTruthy()
  fetched.mockImplementation(async () => Response.json({ general: 0, late: 1 }))
  await pass(10_000)
  expect(screen.getByText('0 1')).toBeTruthy()
})

test('keeps the last numbers without a message when a poll fails, and continues to poll', async () => {
  const complain = vi.spyOn(console, 'error')
  fetched.mockImplementationOnce(async () => Response.json({ general: 4 }))
  fetched.mockImplementationOnce(async () => Response.json({}, { status: 503 }))
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetched.mockImplementation(async () => Response.json({ general: 1 }))
  renderPage()
  await pass(30_001)
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(screen.getByText('4 2')).toBeTruthy()
  await pass(10_000)
  expect(screen.getByText('1 2')).toBeTruthy()
  expect(complain).not.toHaveBeenCalled()
})

test('prefers the page’s newer numbers over an older poll', async () => {
  fetched.mockImplementation(async () => Response.json({ general: 0, late: 0 }))
  const { update } = renderPage()
  await pass(10_001)
  expect(screen.getByText('0 0')).toBeTruthy()
  update({ readAt: 2, isOpen: true })
  expect(screen.getByText('5 2')).toBeTruthy()
  await pass(9_000)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('does not poll once the sale is closed', async () => {
  renderPage({ readAt: 1, isOpen: false })
  await pass(60_000)
  expect(fetched).not.toHaveBeenCalled()
})

test('does not poll in a hidden tab, and polls when it becomes visible', async () => {
  fetched.mockImplementation(async () => Response.json({ general: 3 }))
  renderPage()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await pass(60_000)
  expect(fetched).not.toHaveBeenCalled()
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await pass(1)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(screen.getByText('3 2')).toBeTruthy()
})
