// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Ticket } from '../contract'
import type { WaitlistEntry } from '../contract-waitlist'
import { MyTickets } from './my-tickets'
import { TicketPage } from './ticket-page'
import { fakeServer, later, orderWith, renderPart } from '~tests/support/render-order-parts'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  registerLink(undefined)
})

const { event } = orderWith()
const EventNote = () => null

function createTicket(number: number, changes: Partial<Ticket> = {}): Ticket {
  return {
    id: `ticket-${number}`,
    ticketNumber: `TK-0C41-8820${number}`,
    status: 'refunded',
    checkedInAt: null,
    isAttended: false,
    isUpcoming: false,
    ticketTypeId: 'type',
    ticketTypeName: 'General Admission',
    orderId: 'order-1',
    orderNumber: 'OR-2026-10442',
    isBuyer: true,
    holderName: 'Mara Voss',
    position: 1,
    count: 1,
    countInOrder: 1,
    contactAddress: null,
    code: null,
    qr: null,
    transfer: null,
    receivedFrom: null,
    event,
    ...changes,
  }
}

const entry: WaitlistEntry = {
  id: 'entry-1',
  quantity: 2,
  position: 3,
  orderId: null,
  ticketTypeId: 'type',
  ticketTypeName: 'General Admission',
  waiting: 8,
  event: { ...event, startsAt: event.eventDate, imageUrl: null },
  offer: null,
}
const offer: WaitlistEntry['offer'] = {
  orderId: 'order-9',
  quantity: 2,
  subtotalCents: 7000,
  tax: { mode: 'none', ratePpm: 0 },
  addedTaxCents: 0,
  feeBasisPoints: 1000,
  feeTaxPpm: 0,
  feeCents: 700,
  totalCents: 7700,
  offeredAt: later(0),
  expiresAt: later(30),
}

async function show(past: Ticket[], entries: WaitlistEntry[]) {
  fakeServer({
    listTickets: (input) => ({
      tickets: (input as { period: string }).period === 'past' ? past : [],
      nextCursor: null,
    }),
    'waitlist.listOwn': () => ({ entries, serverNow: later(2) }),
  })
  renderPart(<MyTickets EventNote={EventNote} />)
  await screen.findByText(past.length > 0 ? 'Past Events' : 'No tickets yet')
}

test('tells the recipient of a transferred ticket that the buyer is refunded', async () => {
  const ticket = createTicket(1, { isBuyer: false })
  await show([ticket], [])
  expect(screen.getByText('canceled')).toBeDefined()
  expect(screen.queryByText('refunded')).toBeNull()
  cleanup()
  fakeServer({ getTicket: () => ticket })
  renderPart(<TicketPage ticketId={ticket.id} mustVerify={false} EventNote={EventNote} />)
  await screen.findByText('Canceled. The buyer is refunded.')
})

test('C-03 groups the refunded tickets of an order in one row, and shows attendance per ticket', async () => {
  await show(
    [
      ...[1, 2, 3].map((number) => createTicket(number)),
      createTicket(4, { status: 'cancelled' }),
      createTicket(5, { orderId: 'order-2' }),
      createTicket(6, { status: 'valid', isAttended: true }),
      createTicket(7, { status: 'valid', isAttended: true }),
    ],
    [],
  )
  const said = screen
    .getAllByRole('article')
    .map((row) => within(row).getByText(/refunded|canceled|Attended/u).textContent)
  expect(said).toEqual(['3 tickets refunded', 'canceled', 'refunded', 'Attended', 'Attended'])
  expect(screen.queryByRole('link', { name: 'Your waitlists' })).toBeNull()
})

test('marks tickets that came from a person and tickets that are being transferred', async () => {
  const upcoming = { status: 'valid', isUpcoming: true } as const
  const transfer = { email: 'juno@example.com', at: '2026-11-21T12:00:00.000Z' }
  const tickets = [
    createTicket(1, { ...upcoming, receivedFrom: 'Temi Adeyemi' }),
    createTicket(2, { ...upcoming, transfer }),
    createTicket(3, upcoming),
  ]
  fakeServer({
    listTickets: (input) => ({
      tickets: (input as { period: string }).period === 'upcoming' ? tickets : [],
      nextCursor: null,
    }),
    'waitlist.listOwn': () => ({ entries: [], serverNow: later(2) }),
  })
  renderPart(<MyTickets EventNote={EventNote} />)
  const first = within(await screen.findByRole('article', { name: /ticket TK-0C41-88201/u }))
  first.getByText('From Temi Adeyemi')
  const [second, third] = screen.getAllByRole('listitem')
  expect(second?.textContent).toContain('Being transferred to juno@example.com')
  expect(third?.textContent).not.toMatch(/From|transferred/u)
})

test('shows waitlist offers at the top with a link to them, even without tickets', async () => {
  await show([], [{ ...entry, position: null, orderId: 'order-9', offer }])
  const note = await screen.findByText('Two tickets are available for Dust & Diamonds.')
  expect(note.parentElement?.textContent).toMatch(/Held for you (until \d\d:\d\d|for half an hour)\./u)
  expect(screen.getByRole('link', { name: 'View offered tickets' }).getAttribute('href')).toBe('/waitlist')
  expect(screen.queryByRole('link', { name: 'Your waitlists' })).toBeNull()
})

test('links to the waitlists that the caller has joined', async () => {
  await show([], [entry])
  const link = await screen.findByRole('link', { name: 'Your waitlists' })
  expect(link.getAttribute('href')).toBe('/waitlist')
  expect(screen.queryByText(/are available for/u)).toBeNull()
})

test('names the time zone of an event in another time zone', async () => {
  const tokyo = { ...event, timezone: 'Asia/Tokyo', doorsAt: null, endsAt: null }
  fakeServer({ getTicket: () => createTicket(1, { event: tokyo, status: 'valid' }) })
  renderPart(<TicketPage ticketId="ticket-1" mustVerify={false} EventNote={EventNote} />)
  const label = await screen.findByText('Starts', { selector: 'dt' })
  expect(label.nextSibling?.textContent).toMatch(/ · Tokyo time$/)
})

test('a valid ticket explains who decides about refunds, and where to write', async () => {
  const contact = { contactAddress: 'hello@site.example', status: 'valid' } as const
  fakeServer({ getTicket: () => createTicket(1, contact) })
  renderPart(<TicketPage ticketId="ticket-1" mustVerify={false} EventNote={EventNote} />)
  const note = await screen.findByText(/decides about refunds/)
  expect(note.textContent).toBe(
    'The organizer, Owen Faulk, decides about refunds. To ask for one, write to hello@site.example with the order number.',
  )
  cleanup()
  fakeServer({ getTicket: () => createTicket(1, { ...contact, contactAddress: null }) })
  renderPart(<TicketPage ticketId="ticket-1" mustVerify={false} EventNote={EventNote} />)
  expect((await screen.findByText(/decides about refunds/)).textContent).toBe(
    'The organizer, Owen Faulk, decides about refunds.',
  )
})

test('a ticket page shows no code once the transfer was accepted, and says so', async () => {
  const transfer = { email: 'juno@example.com', at: '2026-11-21T12:00:00.000Z' }
  const getTicket = vi
    .fn<() => Ticket>()
    .mockReturnValueOnce(
      createTicket(1, { status: 'valid', isUpcoming: true, qr: { path: 'M0 0h1v1h-1z', size: 1 }, transfer }),
    )
    .mockImplementation(() => {
      throw new ORPCError('NOT_FOUND', { message: 'Ticket not found' })
    })
  fakeServer({
    getTicket,
    'transfers.withdraw': () => {
      throw new ORPCError('ALREADY_ACCEPTED', { message: 'The recipient has already accepted this ticket.' })
    },
  })
  const user = userEvent.setup()
  renderPart(<TicketPage ticketId="ticket-1" mustVerify={false} EventNote={EventNote} />)
  await user.click(await screen.findByRole('button', { name: 'Cancel transfer' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel transfer' }),
  )
  expect((await screen.findByText(/^Transferred to/u)).textContent).toMatch('juno@example.com')
  expect(screen.queryByText(/QR code of ticket/u)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel transfer' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull()
  screen.getByRole('link', { name: 'View the event' })
})
