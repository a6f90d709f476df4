// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { PromoSection } from './promo-section'
import { createBoard, EVENT, createPromoBoard } from './testing-board'
import { TicketsSection } from './tickets-section'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Renders the ticket settings of an event that is cancelled while the page is open. */
async function show() {
  const server = fakeServer({
    'types.list': () => createBoard(),
    'types.move': () => createBoard(),
    'promo.list': () => createPromoBoard(),
  })
  function Page() {
    const [isOff, setIsOff] = useState(false)
    const sections = {
      eventId: EVENT,
      acts: ['edit', 'publish', 'money'],
      timezone: 'Europe/London',
      currency: 'USD' as const,
      startsAt: '2030-12-05T23:00:00Z',
      eventEnd: null,
      capacity: 600,
      isFixed: isOff,
    }
    return (
      <>
        <TicketsSection {...sections} />
        <PromoSection {...sections} />
        <button onClick={() => setIsOff(true)}>Cancel event</button>
      </>
    )
  }
  renderPart(<Page />)
  await screen.findByRole('button', { name: 'Add a promo code' })
  return {
    user: userEvent.setup(),
    turnOff: () => fireEvent.click(screen.getByText('Cancel event')),
    listCalls: () => server.asked.map(([name]) => name),
  }
}

test('cancelling the event fixes the rows and returns a dragged row to its place', async () => {
  // jsdom has neither PointerEvent nor pointer capture.
  vi.stubGlobal('PointerEvent', MouseEvent)
  const held = vi.fn<(pointerId: number) => void>()
  HTMLElement.prototype.setPointerCapture = held
  const { listCalls, turnOff } = await show()
  const getFirstGrip = () =>
    screen
      .getByRole('button', { name: 'Move Early Bird' })
      .closest('fieldset')
      ?.parentElement?.querySelector('fieldset')
      ?.getAttribute('aria-label')
  // Without a layout every row is above the pointer, so the dragged row goes to the end.
  const carry = () => {
    const grip = screen.getByRole('button', { name: 'Move Early Bird' })
    fireEvent.pointerDown(grip, { button: 0 })
    fireEvent.pointerMove(grip, { clientY: 10 })
    return grip
  }
  carry()
  expect(getFirstGrip()).toBe('General Admission')
  turnOff()
  expect(getFirstGrip()).toBe('Early Bird')
  const grip = carry()
  expect(getFirstGrip()).toBe('Early Bird')
  expect(held).toHaveBeenCalledOnce()
  vi.useFakeTimers()
  fireEvent.pointerUp(grip)
  fireEvent.keyDown(grip, { key: 'ArrowDown' })
  expect(getFirstGrip()).toBe('Early Bird')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(listCalls()).not.toContain('types.move')
})

test.each([
  ['More for Late Entry', 'Description'],
  ['More for Late Entry', 'Hide behind a code'],
  ['More for LEEDSCREW', 'Edit'],
])('closes every dialog: %s, %s', async (menu, item) => {
  const { user, turnOff } = await show()
  await user.click(screen.getByRole('button', { name: menu }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  turnOff()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
