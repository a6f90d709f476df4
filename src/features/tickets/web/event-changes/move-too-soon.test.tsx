// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { TOO_SOON_MESSAGE } from '../../rules/event-change'
import { EventChangeDialog } from './event-change-dialog'

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') })
})
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function moveToThursday(tickets: number) {
  const impact = {
    title: 'Dust & Diamonds',
    status: 'published',
    version: 4,
    timezone: 'Europe/London',
    currency: 'USD',
    startsAt: '2026-12-25T23:00:00.000Z',
    doorsAt: null,
    endsAt: null,
    isDateOpen: false,
    isOver: false,
    isPaidOut: false,
    orders: tickets,
    tickets,
    cents: 0,
    holds: 0,
    waiting: 0,
    notifyAt: null,
    bookings: [],
  }
  const postpone = vi.fn(() => ({ version: 5, status: 'published' }))
  fakeServer({
    'eventChanges.impact': () => impact,
    'eventChanges.postpone': postpone,
  })
  renderPart(<EventChangeDialog eventId="e1" change="postpone" onClose={vi.fn()} />)
  await userEvent.type(await screen.findByLabelText('Day'), '2026-12-03')
  await userEvent.type(screen.getByLabelText(/What happened/u), 'The roof leaks.')
  await userEvent.click(screen.getByRole('button', { name: 'Postpone event' }))
  return postpone
}

test('refuses an earlier start within 72 hours before sending, while people hold tickets', async () => {
  const postpone = await moveToThursday(12)
  expect(screen.getByText(TOO_SOON_MESSAGE)).toBeTruthy()
  expect(postpone).not.toHaveBeenCalled()
})

test('sends an earlier start within 72 hours while no one holds a ticket', async () => {
  const postpone = await moveToThursday(0)
  await waitFor(() => expect(postpone).toHaveBeenCalledOnce())
})
