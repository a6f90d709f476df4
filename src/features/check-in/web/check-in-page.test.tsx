// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import type { CheckInAction } from '../contract'
import { formatTicketCode } from '~/features/tickets/rules/ticket-code'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { CheckInPage } from './check-in-page'
import { checkInEvent, buildGuest, buildList, NOW, buildTicket } from './testing-check-in'

class BrowsersOwn {
  static getSupportedFormats = async () => ['qr_code']
  detect = async () => []
}

// jsdom has no IndexedDB: check-in works as long as the page stays open, and says so.
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  // A browser that reads codes natively, so that no reader has to be fetched.
  vi.stubGlobal('BarcodeDetector', BrowsersOwn)
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
})

const secret = '0b5bd35c-2b4e-4f0e-9f6a-1c2d3e4f5a6b'
const tickets = [
  buildTicket(1, { name: 'Mara Voss', group: 'v', count: 2 }),
  buildTicket(2, { name: 'Mara Voss', group: 'v', position: 2, count: 2 }),
  buildTicket(3, {
    name: 'Kit Marlowe',
    checkedInAt: new Date(NOW - 540_000).toISOString(),
    entrance: 'Side',
    checkedInBy: 'Owen',
  }),
]
const noOne = { ticket: null, guest: null, since: null, other: null, counted: 0, refusedCount: 0 }

function openCheckIn(
  responses: Record<string, (input: unknown) => unknown> = {},
  state: typeof checkInEvent.state = 'on',
) {
  const event = { ...checkInEvent, state }
  const list = buildList({ event, tickets, guests: [buildGuest(1, { name: 'Ilse Brandt', size: 3 })] })
  const server = fakeServer({
    open: () => list,
    changes: () => ({ ...list, tickets: [], guests: null, isComplete: false }),
    scan: (input) => ({
      serverNow: list.serverNow,
      results: (input as { scans: CheckInAction[] }).scans.map(({ nonce, kind, ticketId }) => ({
        ...noOne,
        nonce,
        outcome: kind === 'undo' ? 'undone' : 'checked_in',
        counted: kind === 'undo' ? 0 : 1,
        ticket: tickets.find(({ id }) => id === ticketId) ?? null,
      })),
    }),
    ...responses,
  })
  renderPart(
    <CheckInPage
      eventId={checkInEvent.id}
      person={{ id: 'p', name: 'Owen Faulk' }}
      event={event}
      counts={list.counts}
      back="/dashboard/events"
      onSignOut={() => undefined}
    />,
  )
  return server
}
const chooseFront = async (user: ReturnType<typeof userEvent.setup>) => {
  const dialog = await screen.findByRole('dialog', { name: 'Which entrance is this?' })
  await user.click(within(dialog).getByRole('button', { name: 'Front' }))
}
const listSent = (server: ReturnType<typeof fakeServer>) =>
  server.asked
    .filter(([call]) => call === 'scan')
    .flatMap(([, input]) => (input as { scans: CheckInAction[] }).scans)

test('R-07 asks once for the entrance; the header shows how many are checked in and, without a camera, what to do', async () => {
  const user = userEvent.setup()
  openCheckIn()
  await chooseFront(user)
  expect(await screen.findByText('of 6 in')).toBeTruthy()
  expect(screen.getByText('No camera found')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Dust & Diamonds.*Front/ })).toBeTruthy()
  expect(localStorage.getItem('check-in:name')).toBe('Front')
})

test('R-07 the entrance dialog focuses the most common entrance, on a phone too, and refuses an empty name', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const user = userEvent.setup()
  openCheckIn()
  const dialog = within(await screen.findByRole('dialog', { name: 'Which entrance is this?' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Front' })))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await user.type(dialog.getByLabelText('Or by another name'), 'Yard')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(localStorage.getItem('check-in:name')).toBe('Yard')
})

test('R-07 one press on a name checks in all tickets of the order and announces it', async () => {
  const user = userEvent.setup()
  const server = openCheckIn()
  await chooseFront(user)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.type(screen.getByRole('searchbox', { name: 'Name or ticket number' }), 'vos')
  expect(screen.getByText('1 person, 2 tickets')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Check in 2, Mara Voss' }))
  expect(await screen.findByText('Mara Voss: 2 are checked in')).toBeTruthy()
  expect(listSent(server).map(({ kind, ticketId }) => [kind, ticketId])).toEqual([
    ['ticket', tickets[0]?.id],
    ['ticket', tickets[1]?.id],
  ])
})

test('R-07 the result of a typed code fills the screen; the focus is on Next, and Escape works like Next', async () => {
  const user = userEvent.setup()
  const since = { at: new Date(NOW - 540_000).toISOString(), entrance: 'Side', by: 'Owen' }
  openCheckIn({
    scan: (input) => ({
      serverNow: new Date(NOW).toISOString(),
      results: (input as { scans: CheckInAction[] }).scans.map(({ nonce }) => ({
        ...noOne,
        nonce,
        outcome: 'duplicate',
        ticket: tickets[2],
        since,
      })),
    }),
  })
  await chooseFront(user)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.type(screen.getByRole('searchbox'), `${formatTicketCode(secret)}{Enter}`)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading').textContent).toMatch(/Already in\s+at 23:41/)
  expect(alert.textContent).toContain('Scanned at the side door by Owen.')
  expect(document.activeElement).toBe(within(alert).getByRole('button', { name: 'Next' }))
  expect(within(alert).getByRole('button', { name: 'Admit anyway' })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('R-07 for a guest with companions, asks how many people are here and sends the number', async () => {
  const user = userEvent.setup()
  const server = openCheckIn()
  await chooseFront(user)
  await user.click(screen.getByRole('button', { name: 'Guest list' }))
  expect(screen.getByText('0 of 3 in')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Check in, Ilse Brandt' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Check in 2' }))
  await waitFor(() =>
    expect(listSent(server)).toMatchObject([{ kind: 'guest', people: 2, wasOffline: false }]),
  )
})

test("R-07 offline: shows the strip and the phone's own result, and asks for confirmation before leaving", async () => {
  const user = userEvent.setup()
  const server = openCheckIn()
  await chooseFront(user)
  await screen.findByText('of 6 in')
  const failToFetch = () => {
    throw new TypeError('Failed to fetch')
  }
  registerLink({ call: failToFetch })
  fireEvent.offline(window)
  expect(await screen.findByText('List from 23:50')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Guest list' }))
  await user.click(screen.getByRole('button', { name: 'Check in, Ilse Brandt' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Check in 3' }))
  expect(await screen.findByText('1 scan queued, list from 23:50')).toBeTruthy()
  expect(screen.getAllByText('3 of 3 in')).toHaveLength(2)
  expect(listSent(server)).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Leave check-in' }))
  expect(await screen.findByText(/1 scan wasn’t sent yet/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
})

test('R-07 Enter checks in the only match; its row then has Undo, and the undo message disappears when it no longer applies', async () => {
  const user = userEvent.setup()
  const dismiss = vi.spyOn(notify, 'dismiss')
  const success = vi.spyOn(notify, 'success')
  let second = tickets[1]
  const list = buildList({ tickets })
  const server = openCheckIn({
    changes: () => ({ ...list, tickets: [second], guests: null, isComplete: false }),
    scan: (input) => ({
      serverNow: list.serverNow,
      results: (input as { scans: CheckInAction[] }).scans.map(({ nonce, kind }) => {
        const isIn = kind !== 'undo'
        const since = {
          checkedInAt: new Date(NOW).toISOString(),
          entrance: 'Front',
          checkedInBy: 'Owen',
          checkInNonce: nonce,
        }
        second = buildTicket(2, { name: 'Mara Voss', group: 'v', position: 2, count: 2, ...(isIn && since) })
        return {
          ...noOne,
          nonce,
          outcome: isIn ? 'checked_in' : 'undone',
          counted: isIn ? 1 : 0,
          ticket: second,
        }
      }),
    }),
  })
  await chooseFront(user)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  const field = screen.getByRole('searchbox', { name: 'Name or ticket number' })
  await user.type(field, 'k{Enter}')
  await user.clear(field)
  await user.type(field, '88202')
  expect(listSent(server)).toEqual([])
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Undo Mara Voss' }))
  const about = `out-again-${tickets[1]?.id}`
  await waitFor(() =>
    expect(success).toHaveBeenCalledWith('The check-in of Mara Voss was undone.', { about }),
  )
  expect(dismiss).not.toHaveBeenCalled()
  await user.click(field)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(dismiss).toHaveBeenCalledWith(about))
  expect(listSent(server).map(({ kind, ticketId }) => [kind, ticketId])).toEqual([
    ['ticket', second?.id],
    ['undo', undefined],
    ['ticket', second?.id],
  ])
})

test.each([
  ['cancelled', /^Canceled\. This event is canceled/],
  ['no_date', /^Postponed\. This event has no new date yet/],
] as const)('R-07 the header shows that the event is %s', async (state, text) => {
  const user = userEvent.setup()
  openCheckIn({}, state)
  await chooseFront(user)
  const strip = await screen.findByText(
    (_, element) => element?.tagName === 'SPAN' && text.test(element.textContent),
  )
  expect(strip).toBeTruthy()
})
