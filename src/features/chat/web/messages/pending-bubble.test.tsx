// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PendingMessage } from '../outbox/pending-message'
import { PendingBubble } from './pending-bubble'

afterEach(cleanup)

const actions = { onRetry: () => undefined, onWithdraw: () => undefined, onDiscard: () => undefined }
const waiting: PendingMessage = {
  clientId: 'c1',
  content: 'Doors at ten',
  at: '2026-11-21T08:00:00.000Z',
  state: 'waiting',
  problem: 'You’re sending messages too fast. Wait 9 seconds.',
  retryAt: null,
}
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test("CH-08 a message waiting for slow mode shows one time and can't be sent early", () => {
  render(<PendingBubble {...actions} unsent={{ ...waiting, retryAt: Date.now() + 6500 }} />)
  expect(screen.getByText('Sent automatically in 7 s')).toBeTruthy()
  expect(screen.queryByText(/Wait 9 seconds/)).toBeNull()
  expect(buttons()).toEqual(['Discard'])
})

test('CH-08 a message waiting for the connection can be retried immediately', () => {
  render(<PendingBubble {...actions} unsent={{ ...waiting, problem: null }} />)
  expect(screen.getByText('Waiting for the connection.')).toBeTruthy()
  expect(buttons()).toEqual(['Retry now', 'Discard'])
})
