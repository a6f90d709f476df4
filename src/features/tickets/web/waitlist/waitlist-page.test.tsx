// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { WaitlistEntry } from '../../contract-waitlist'
import { fakeServer, later, renderPart } from '~tests/support/render-order-parts'
import { JoinWaitlist } from './join-waitlist'
import { WaitlistPage } from './waitlist-page'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
// jsdom has no scrollIntoView.
Element.prototype.scrollIntoView = () => undefined

const event = (title: string): WaitlistEntry['event'] => ({
  id: `event of ${title}`,
  title,
  startsAt: '2026-12-31T20:00:00.000Z',
  timezone: 'Europe/Amsterdam',
  currency: 'USD' as const,
  venueName: 'Observatory',
  location: 'Amsterdam',
  imageUrl: null,
  eventType: 'club_night',
})

const waiting = (title: string, position: number, line: number): WaitlistEntry => ({
  id: `entry for ${title}`,
  quantity: 3,
  position,
  orderId: null,
  ticketTypeId: 't1',
  ticketTypeName: 'General Admission',
  waiting: line,
  event: event(title),
  offer: null,
})

const offered = (totalCents = 7700): WaitlistEntry => ({
  ...waiting('Dancing in the Dark Matter', 1, 1),
  quantity: 2,
  position: null,
  orderId: 'o1',
  offer: {
    orderId: 'o1',
    quantity: 2,
    subtotalCents: totalCents === 0 ? 0 : 7000,
    tax: { mode: 'none', ratePpm: 0 },
    addedTaxCents: 0,
    feeBasisPoints: 1000,
    feeTaxPpm: 0,
    feeCents: totalCents === 0 ? 0 : 700,
    totalCents,
    offeredAt: later(0),
    expiresAt: later(30),
  },
})

function show(entries: WaitlistEntry[], handlers: Record<string, (input: unknown) => unknown> = {}) {
  const onCheckout = vi.fn<(orderId: string) => void>()
  const server = fakeServer({
    'waitlist.listOwn': () => ({ entries, serverNow: later(2) }),
    ...handlers,
  })
  renderPart(<WaitlistPage priceDisplay="itemised" onCheckout={onCheckout} />)
  return { onCheckout, ...server, user: userEvent.setup() }
}

async function openJoinDialog() {
  const user = userEvent.setup()
  renderPart(
    <JoinWaitlist
      eventId="e1"
      ticketTypeId="t1"
      ticketTypeName="General Admission"
      isSignedIn
      mustVerify={false}
      onSignIn={() => {}}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Join the waitlist' }))
  const dialog = await screen.findByRole('dialog', { name: 'Join the waitlist for General Admission' })
  return { user, dialog }
}

test('shows an offer with its price and how long it is held', async () => {
  const { onCheckout, user } = show([offered(), waiting('Low Ceiling', 12, 20)])
  await screen.findByRole('heading', { level: 1, name: 'Two tickets are available.' })
  const sheet = screen.getByRole('region', { name: 'Offer for Dancing in the Dark Matter' })
  expect(within(sheet).getByRole('timer').textContent).toMatch('28:00')
  for (const text of ['2 × General Admission', '$70.00', 'Service fee (10%)', '$7.00', '$77.00'])
    expect(sheet.textContent).toContain(text)
  expect(screen.getByRole('listitem').textContent).toMatch(
    /Low Ceiling.*3 requested.*12th.*of 20 on the waitlist/su,
  )
  await user.click(within(sheet).getByRole('button', { name: 'Checkout' }))
  expect(onCheckout).toHaveBeenCalledWith('o1')
})

test('accepts free tickets immediately, and shows an error for an expired offer', async () => {
  const take = vi.fn(() => {
    throw new ORPCError('OFFER_EXPIRED', {
      message: 'The half hour is over, and the tickets were offered to the next person on the waitlist.',
    })
  })
  const { onCheckout, asked, user } = show([offered(0)], { 'waitlist.take': take })
  await user.click(await screen.findByRole('button', { name: 'Accept tickets' }))
  await screen.findByText(/The half hour is over/u)
  expect(onCheckout).not.toHaveBeenCalled()
  expect(asked.filter(([name]) => name === 'waitlist.listOwn').length).toBeGreaterThan(1)
})

test('asks for confirmation before passing an offer or leaving a waitlist', async () => {
  const { asked, user } = show([offered(), waiting('Low Ceiling', 2, 2)], {
    'waitlist.pass': (input) => input,
    'waitlist.leave': (input) => input,
  })
  await user.click(await screen.findByRole('button', { name: 'Pass offer to the next person' }))
  const pass = await screen.findByRole('alertdialog', { name: 'Pass the offer to the next person?' })
  await user.click(within(pass).getByRole('button', { name: 'Pass offer to the next person' }))
  await screen.findByText('Passed to the next person on the waitlist.')
  await user.click(await screen.findByRole('button', { name: 'Leave the waitlist for Low Ceiling' }))
  const leave = await screen.findByRole('alertdialog')
  await user.click(within(leave).getByRole('button', { name: 'Stay on the waitlist' }))
  expect(asked.map(([name]) => name)).not.toContain('waitlist.leave')
})

test('explains waitlists to people without one', async () => {
  show([])
  await screen.findByRole('heading', { name: 'No waitlists' })
})

test('joins the waitlist of a sold-out type and then shows the place; a visitor signs in first', async () => {
  let ownPlace: unknown = null
  const { asked } = fakeServer({
    'waitlist.get': () => ({
      types: [{ ticketTypeId: 't1', waiting: 3, canJoin: true, isAllHeld: false, ownPlace }],
    }),
    'waitlist.join': () => {
      ownPlace = { id: 'w1', quantity: 2, position: 4, orderId: null }
      return ownPlace
    },
  })
  const { user, dialog } = await openJoinDialog()
  expect(dialog.textContent).toMatch('3 people are ahead of you.')
  await user.click(within(dialog).getByRole('button', { name: 'More' }))
  await user.click(within(dialog).getByRole('button', { name: 'Join the waitlist' }))
  expect(asked).toContainEqual(['waitlist.join', { ticketTypeId: 't1', quantity: 2 }])
  await screen.findByText('You’re 4th on the waitlist.')
  expect(screen.queryByText(/in other people’s checkouts/)).toBeNull()
})

test('tells an account without an email where to add one, and keeps the quantity', async () => {
  fakeServer({
    'waitlist.get': () => ({
      types: [{ ticketTypeId: 't1', waiting: 3, canJoin: true, isAllHeld: false, ownPlace: null }],
    }),
    'waitlist.join': () => {
      throw new ORPCError('EMAIL_NEEDED', {
        message: 'Your tickets are sent by email. Add your email in Settings first.',
      })
    },
  })
  const { user, dialog } = await openJoinDialog()
  await user.click(within(dialog).getByRole('button', { name: 'More' }))
  await user.click(within(dialog).getByRole('button', { name: 'Join the waitlist' }))
  const note = await within(dialog).findByRole('alert')
  expect(note.textContent).toContain('Your tickets are sent by email. Add your email in Settings first.')
  expect(within(note).getByRole('link').getAttribute('href')).toBe('/dashboard/settings#account')
  expect(within(dialog).getByRole('status').textContent).toBe('2')
})

test('adds a visitor to the waitlist after sign-in, once their email is verified', async () => {
  const { asked } = fakeServer({
    'waitlist.get': () => ({
      types: [{ ticketTypeId: 't1', waiting: 0, canJoin: true, isAllHeld: true, ownPlace: null }],
    }),
    'waitlist.join': () => ({ id: 'w1', quantity: 2, position: 1, orderId: null }),
  })
  const onSignIn = vi.fn<() => void>()
  renderPart(
    <JoinWaitlist
      eventId="e1"
      ticketTypeId="t1"
      ticketTypeName="General Admission"
      isSignedIn={false}
      mustVerify={false}
      onSignIn={onSignIn}
    />,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Join the waitlist' }))
  screen.getByText('The last tickets are in other people’s checkouts and may come back in a few minutes.')
  const dialog = await screen.findByRole('dialog', { name: 'Join the waitlist for General Admission' })
  await user.click(within(dialog).getByRole('button', { name: 'More' }))
  await user.click(within(dialog).getByRole('button', { name: 'Join the waitlist' }))
  expect(onSignIn).toHaveBeenCalledOnce()

  const returned = { eventId: 'e1', ticketTypeId: 't1', ticketTypeName: 'General Admission', onSignIn }
  cleanup()
  renderPart(<JoinWaitlist {...returned} isSignedIn mustVerify />)
  await screen.findByText(/^Verify your email/)
  expect(asked.some(([name]) => name === 'waitlist.join')).toBe(false)
  cleanup()
  renderPart(<JoinWaitlist {...returned} isSignedIn mustVerify={false} />)
  await screen.findByText('You’re 1st on the waitlist.')
  expect(asked).toContainEqual(['waitlist.join', { ticketTypeId: 't1', quantity: 2 }])
  cleanup()
  // A later visit must not join again.
  renderPart(<JoinWaitlist {...returned} isSignedIn mustVerify={false} />)
  await screen.findByRole('button', { name: 'Join the waitlist' })
  expect(asked.filter(([name]) => name === 'waitlist.join')).toHaveLength(1)
})
