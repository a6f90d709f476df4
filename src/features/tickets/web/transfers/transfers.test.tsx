// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Ticket } from '../../contract'
import { fakeServer, orderWith, renderPart } from '~tests/support/render-order-parts'
import { TransferTicket } from './transfer-ticket'
import { AcceptTransferPage } from './accept-transfer-page'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
// jsdom has no scrollIntoView.
Element.prototype.scrollIntoView = () => undefined

const createTicket = (changes: Partial<Ticket> = {}): Ticket => ({
  id: 'k1',
  ticketNumber: 'TK-0C41-88213',
  status: 'valid',
  checkedInAt: null,
  isAttended: false,
  isUpcoming: true,
  ticketTypeId: 't1',
  ticketTypeName: 'General Admission',
  orderId: 'o1',
  orderNumber: 'OR-2026-10442',
  isBuyer: true,
  holderName: 'Mara Voss',
  position: 1,
  count: 1,
  countInOrder: 1,
  contactAddress: null,
  code: 'B2B1',
  qr: { path: 'M0 0h1v1h-1z', size: 1 },
  transfer: null,
  receivedFrom: null,
  event: orderWith().event,
  ...changes,
})

test('emails a transfer link, and shows an invalid address at its field', async () => {
  const start = vi
    .fn<(input: unknown) => unknown>()
    .mockImplementationOnce(() => {
      throw new ORPCError('OWN_ADDRESS', {
        message: 'That is your own address. Enter the recipient’s address.',
      })
    })
    .mockReturnValue({ email: 'juno@example.com', at: '2026-11-21T12:00:00.000Z' })
  fakeServer({ 'transfers.start': start })
  const user = userEvent.setup()
  renderPart(<TransferTicket ticket={createTicket()} mustVerify={false} />)
  await user.click(await screen.findByRole('button', { name: 'Transfer ticket' }))
  const dialog = await screen.findByRole('dialog', { name: 'Transfer ticket' })
  const field = within(dialog).getByRole('textbox', { name: 'Recipient’s email' })
  await user.type(field, 'mara@voss.example')
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }))
  await within(dialog).findByText(/That is your own address/u)
  expect((field as HTMLInputElement).value).toBe('mara@voss.example')
  await user.clear(field)
  await user.type(field, 'juno@example.com')
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }))
  await screen.findByText('A link is on its way to juno@example.com.')
  expect(start).toHaveBeenLastCalledWith({ ticketId: 'k1', email: 'juno@example.com' })
})

const needed = () => {
  throw new ORPCError('EMAIL_NEEDED', {
    message: 'Your tickets are sent by email. Add your email in Settings first.',
  })
}

test('asks an account without an email to add one, and keeps the typed address', async () => {
  fakeServer({ 'transfers.start': needed })
  const user = userEvent.setup()
  renderPart(<TransferTicket ticket={createTicket()} mustVerify={false} />)
  await user.click(await screen.findByRole('button', { name: 'Transfer ticket' }))
  const dialog = await screen.findByRole('dialog', { name: 'Transfer ticket' })
  const field = within(dialog).getByRole('textbox', { name: 'Recipient’s email' })
  await user.type(field, 'juno@example.com{Enter}')
  const link = await within(dialog).findByRole('link', { name: 'Open Settings' })
  expect(link.getAttribute('href')).toBe('/dashboard/settings#account')
  expect(field).toHaveProperty('value', 'juno@example.com')
})

test('a pending transfer names its recipient and can be withdrawn', async () => {
  const { asked } = fakeServer({ 'transfers.withdraw': (input) => input })
  const user = userEvent.setup()
  renderPart(
    <TransferTicket
      mustVerify={false}
      ticket={createTicket({ transfer: { email: 'juno@example.com', at: '2026-11-21T12:00:00.000Z' } })}
    />,
  )
  expect((await screen.findByText(/Transfer sent to/u)).textContent).toMatch('juno@example.com')
  await user.click(screen.getByRole('button', { name: 'Cancel transfer' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel transfer' }),
  )
  await screen.findByText('Transfer canceled. The ticket stays yours.')
  expect(asked).toContainEqual(['transfers.withdraw', { ticketId: 'k1' }])
})

test('asks an account without a verified email to verify it before it enters an address', async () => {
  fakeServer({})
  renderPart(<TransferTicket ticket={createTicket()} mustVerify />)
  await screen.findByText(/Verify your email first/u)
  expect(screen.queryByRole('button', { name: 'Transfer ticket' })).toBeNull()
})

test('refuses to transfer checked-in and refunded tickets', async () => {
  for (const changes of [{ status: 'refunded' }, { isAttended: true }, { qr: null }] as const) {
    const { unmount } = renderPart(
      <>
        <p>stands</p>
        <TransferTicket ticket={createTicket(changes)} mustVerify={false} />
      </>,
    )
    await screen.findByText('stands')
    expect(screen.queryByRole('button', { name: 'Transfer ticket' })).toBeNull()
    unmount()
  }
})

const offered = {
  eventId: 'e1',
  eventTitle: 'Dust & Diamonds',
  startsAt: '2026-12-05T23:00:00.000Z',
  timezone: 'Asia/Tokyo',
  venueName: 'Carriage Works',
  location: 'Leeds',
  imageUrl: null,
  eventType: 'club_night',
  ticketTypeName: 'General Admission',
  fromName: 'Mara Voss',
  isYours: false,
  recipient: null as { email: string; hasAccount: boolean } | null,
}

function openLink({
  isSignedIn = true,
  isYours = false,
  hasAccount = true,
  accept = (): unknown => ({ ticketId: 'k1' }),
} = {}) {
  const onAccepted = vi.fn<(ticketId: string) => void>()
  const onSignIn = vi.fn<(tab: string) => void>()
  fakeServer({
    'transfers.inspect': () => ({
      ...offered,
      isYours,
      recipient: isSignedIn ? null : { email: 'juno@example.com', hasAccount },
    }),
    'transfers.accept': accept,
  })
  renderPart(
    <AcceptTransferPage token="abc" isSignedIn={isSignedIn} onSignIn={onSignIn} onAccepted={onAccepted} />,
  )
  return { onAccepted, onSignIn, user: userEvent.setup() }
}

test('shows the ticket of a transfer link, and accepts it with one click', async () => {
  const { onAccepted, user } = openLink()
  await screen.findByRole('heading', { name: 'Dust & Diamonds' })
  screen.getByText('Mara Voss wants to transfer a ticket to you')
  screen.getByText('08:00 · Tokyo time')
  await user.click(screen.getByRole('button', { name: 'Accept ticket' }))
  await screen.findByText('The ticket is yours.')
  expect(onAccepted).toHaveBeenCalledWith('k1')
})

test('lets an account without an email accept the ticket after it has added one', async () => {
  const { onAccepted, user } = openLink({ accept: needed })
  await user.click(await screen.findByRole('button', { name: 'Accept ticket' }))
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('Your tickets are sent by email. Add your email in Settings first.')
  expect(within(note).getByRole('link').getAttribute('href')).toBe('/dashboard/settings#account')
  screen.getByRole('button', { name: 'Accept ticket' })
  expect(onAccepted).not.toHaveBeenCalled()
})

test('lets a visitor sign in or sign up, and accepts the ticket on return', async () => {
  const { onSignIn, user } = openLink({ isSignedIn: false })
  await user.click(await screen.findByRole('button', { name: 'Sign in to accept it' }))
  expect(onSignIn).toHaveBeenCalledWith('sign-in')
  cleanup()
  const stranger = openLink({ isSignedIn: false, hasAccount: false })
  await stranger.user.click(await screen.findByRole('button', { name: 'Sign up to accept it' }))
  expect(stranger.onSignIn).toHaveBeenCalledWith('sign-up')
  cleanup()
  const { onAccepted } = openLink()
  await waitFor(() => expect(onAccepted).toHaveBeenCalledWith('k1'))
})

test('shows no button to accept the ticket to the sender of a transfer link', async () => {
  openLink({ isYours: true })
  await screen.findByText(/You sent this link/u)
  expect(screen.queryByRole('button')).toBeNull()
})
