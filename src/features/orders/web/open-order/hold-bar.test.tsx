// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Order } from '../../contract'
import { fakeServer, later, orderWith, renderPart } from '~tests/support/render-order-parts'
import HoldBar from './hold-bar'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
})

const createExpired = () =>
  orderWith({ status: 'expired', serverNow: later(11), items: orderWith().items.slice(0, 1) })

function renderBar(orders: () => Order[], handlers: Record<string, (input: unknown) => unknown> = {}) {
  const server = fakeServer({ openOrders: () => ({ orders: orders() }), ...handlers })
  renderPart(<HoldBar />)
  return server
}
const findBar = () => screen.findByRole('complementary', { name: 'Open order' })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('shows the held tickets and the time left, and links to the checkout', async () => {
  renderBar(() => [orderWith()])
  const shown = within(await findBar())
  expect(shown.getByText('4 tickets for Dust & Diamonds, $70.40')).toBeTruthy()
  expect(shown.getByRole('timer').textContent).toBe('8:00')
  expect(shown.getByRole('link', { name: 'Finish order' }).getAttribute('href')).toBe(
    `/checkout/${orderWith().id}`,
  )
})

test('announces once that less than a minute is left', async () => {
  const order = orderWith({ serverNow: later(8.9) })
  renderBar(() => [order])
  await findBar()
  expect(screen.getByRole('status').textContent).toBe('')
  await wait(10_000)
  expect(screen.getByText('Less than a minute left')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pay now' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Less than a minute left to finish your order.')
})

test('corrects the time left when timers of a hidden tab were late', async () => {
  const order = orderWith()
  renderBar(() => [order])
  await findBar()
  vi.setSystemTime(Date.now() + 3 * 60_000)
  await wait(300)
  expect(screen.getByRole('timer').textContent).toMatch(/^(5:00|4:5\d)$/)
})

test('a countdown that mounts later starts from the time of the response', async () => {
  const order = orderWith()
  renderBar(() => [order])
  await findBar()
  cleanup()
  vi.setSystemTime(Date.now() + 2 * 60_000)
  renderBar(() => [order])
  expect(within(await findBar()).getByRole('timer').textContent).toMatch(/^(6:00|5:5\d)$/)
})

test('an expired hold can be held again, or dismissed permanently', async () => {
  const { asked } = renderBar(() => [createExpired()], {
    reserve: () => ({
      id: 'order-2',
      status: 'reserved',
      totalCents: 7040,
      expiresAt: later(21),
      serverNow: later(11),
    }),
  })
  expect((await findBar()).textContent).toContain('145 General Admission tickets are available.')
  vi.useRealTimers()
  await userEvent.click(screen.getByRole('button', { name: 'Hold again' }))
  await waitFor(() => expect(asked.some(([name]) => name === 'reserve')).toBe(true))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Open order' })).toBeNull())
  cleanup()
  renderBar(() => [createExpired(), orderWith({ id: 'another', serverNow: later(1) })])
  expect((await findBar()).textContent).toContain('Finish your order')
})

test('shows when to try again after two unpaid holds, without a button', async () => {
  const order = { ...createExpired(), holdAgainAt: later(12.5) }
  renderBar(() => [order])
  expect((await findBar()).textContent).toContain('You can hold tickets again in 2 minutes.')
  expect(screen.queryByRole('button', { name: 'Hold again' })).toBeNull()
  await wait(90_000)
  expect(screen.getByRole('button', { name: 'Hold again' })).toBeTruthy()
})

test('shows neither time nor button while a payment is being confirmed', async () => {
  renderBar(() => [
    orderWith({
      payment: {
        provider: 'sandbox',
        status: 'started',
        processingSince: later(1),
        declineReason: null,
        startedAt: later(1),
        settledAt: null,
      },
    }),
  ])
  const shown = within(await findBar())
  expect(shown.getByText('Payment is being confirmed')).toBeTruthy()
  expect(shown.queryByRole('timer')).toBeNull()
  expect(shown.queryByRole('link')).toBeNull()
})

test('shows nothing without an open order', async () => {
  const { asked } = renderBar(() => [])
  await waitFor(() => expect(asked).toHaveLength(1))
  await wait(300)
  expect(screen.queryByRole('complementary', { name: 'Open order' })).toBeNull()
})
