// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { RefundableOrder } from '../../contract-refunds'
import { type OwnTicket, TicketsNote } from './tickets-note'
import { OrderSheet } from '../order-sheet'
import { fakeServer, orderWith, renderPart } from '~tests/support/render-order-parts'
import { RefundActions } from './refund-actions'

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

const orderId = '01a1fbc7-c116-7397-8898-08f42a369173'
const typeId = '01a1fbc7-0000-7000-8000-000000000001'
const createSeat = (number: number, more: Partial<RefundableOrder['tickets'][number]> = {}) => ({
  id: `ticket-${number}`,
  number: `TK-000${number}-00001`,
  ticketTypeId: typeId,
  typeName: 'General Admission',
  holderName: 'Mara Voss',
  status: 'valid' as const,
  checkedInAt: null,
  isYours: true,
  ...more,
})
const refundable: RefundableOrder = {
  id: orderId,
  orderNumber: 'OR-2026-10442',
  eventTitle: 'Dust & Diamonds',
  buyerName: 'Mara Voss',
  money: {
    currency: 'USD',
    ticketsCents: 4815,
    feeCents: 482,
    refundedCents: 0,
    lines: [
      {
        ticketTypeId: typeId,
        name: 'General Admission',
        quantity: 3,
        moneyCents: 4815,
        quantityRefunded: 0,
        refundedCents: 0,
      },
    ],
  },
  tickets: [createSeat(1), createSeat(2), createSeat(3, { checkedInAt: '2026-12-05T23:10:00.000Z' })],
  refundDeadline: null,
  isOrganizerView: true,
}
const back = {
  cents: 1766,
  currency: 'USD',
  tickets: [{ id: 'ticket-1', number: 'TK-0001-00001' }],
  isComplete: false,
}
const getCheckbox = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

describe('R-07 refunds by the organizer', () => {
  async function open(ticketId: string | null, handlers: Parameters<typeof fakeServer>[0] = {}) {
    const onDone = vi.fn()
    const server = fakeServer({
      'refunds.getRefundable': () => refundable,
      'refunds.order': () => back,
      ...handlers,
    })
    renderPart(
      <RefundActions orderId={orderId} ticketId={ticketId} open onClose={() => undefined} onDone={onDone} />,
    )
    await screen.findByText('Refund to the buyer')
    return { ...server, onDone }
  }

  test('selects all refundable tickets and no checked-in ones, and updates the sum', async () => {
    await open(null)
    expect([
      getCheckbox(/TK-0001/u).checked,
      getCheckbox(/TK-0002/u).checked,
      getCheckbox(/TK-0003/u).checked,
    ]).toEqual([true, true, false])
    expect(getCheckbox(/TK-0003/u).disabled).toBe(true)
    expect(screen.getByText('Checked in')).toBeTruthy()
    expect(screen.getByText('$35.31')).toBeTruthy()
    await userEvent.click(getCheckbox(/TK-0002/u))
    expect(screen.getByText('$17.66')).toBeTruthy()
    await userEvent.click(getCheckbox(/TK-0001/u))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Refund' }).disabled).toBe(true)
  })

  test('names a ticket’s holder unless it is the buyer, who is named at the top', async () => {
    await open(null, {
      'refunds.getRefundable': () => ({
        ...refundable,
        tickets: [createSeat(1), createSeat(2, { holderName: 'Ilse Brandt' })],
      }),
    })
    expect(screen.getByText('Ilse Brandt')).toBeTruthy()
    expect(screen.getAllByText(/Mara Voss/u).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Order OR-2026-10442, Mara Voss\./u),
    ])
  })

  test('names the status of tickets that can’t be refunded', async () => {
    await open(null, {
      'refunds.getRefundable': () => ({
        ...refundable,
        tickets: [
          createSeat(1),
          createSeat(2, { status: 'refunded' }),
          createSeat(3, { status: 'cancelled' }),
        ],
      }),
    })
    expect(screen.getByText('Refunded')).toBeTruthy()
    expect(screen.getByText('Canceled')).toBeTruthy()
  })

  test('refunds one ticket with a reason, and sends nothing without a reason', async () => {
    const { asked, onDone } = await open('ticket-1')
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
    expect(screen.getByText('Enter a short reason. The buyer reads it.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Reason'), 'Ill')
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
    expect(await screen.findAllByText('One ticket refunded. $17.66 is on its way.')).not.toEqual([])
    expect(asked).toContainEqual(['refunds.order', { orderId, ticketIds: ['ticket-1'], reason: 'Ill' }])
    expect(onDone).toHaveBeenCalledOnce()
  })

  test('says that a ticket was checked in while the dialog was open, and keeps the typed reason', async () => {
    await open('ticket-1', {
      'refunds.order': () => {
        throw new ORPCError('CHECKED_IN', { defined: true, message: 'Checked-in tickets can’t be refunded.' })
      },
    })
    await userEvent.type(screen.getByLabelText('Reason'), 'Ill')
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Checked-in tickets can’t be refunded.')
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Ill')
  })
})

describe('C-02 refunds by the holder', () => {
  const moved = {
    ...orderWith().event,
    eventStatus: 'postponed',
    isDateOpen: true,
    statusMessage: 'The roof leaks.',
  }
  const createTicket = (id: string, more: Partial<OwnTicket> = {}): OwnTicket => ({
    id,
    orderId,
    status: 'valid',
    checkedInAt: null,
    ...more,
  })

  function renderNote(until: string | null, tickets: OwnTicket[]) {
    const event = { ...moved, refundableUntil: until }
    renderPart(<TicketsNote event={event} tickets={tickets} />)
  }

  test('lets a holder refund selected tickets during the return period, and shows the amount', async () => {
    const { asked } = fakeServer({ 'refunds.getRefundable': () => refundable, 'refunds.own': () => back })
    renderNote('2999-12-19T12:00:00.000Z', [createTicket('ticket-1'), createTicket('ticket-2')])
    expect(await screen.findByText('The roof leaks.')).toBeTruthy()
    expect(screen.getByText('Postponed. The new date is not set yet.')).toBeTruthy()
    expect(screen.getByText(/Your 2 tickets stay valid. You can refund them until/u)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Refund tickets' }))
    await screen.findByText('Your refund')
    await userEvent.click(getCheckbox(/TK-0002/u))
    expect(screen.getByText('$17.66')).toBeTruthy()
    const [confirm] = screen.getAllByRole('button', { name: 'Refund tickets' }).slice(-1)
    if (!confirm) throw new Error('no button')
    await userEvent.click(confirm)
    expect(await screen.findAllByText('One ticket refunded. $17.66 is on its way.')).not.toEqual([])
    expect(asked).toContainEqual(['refunds.own', { orderId, ticketIds: ['ticket-1'] }])
  })

  test('hides the amount from the recipient of a transfer, because the money goes to the buyer', async () => {
    fakeServer({
      'refunds.getRefundable': () => ({
        ...refundable,
        money: null,
        tickets: [createSeat(1)],
        isOrganizerView: false,
      }),
      'refunds.own': () => ({ ...back, cents: null }),
    })
    renderNote('2999-12-19T12:00:00.000Z', [createTicket('ticket-1')])
    await userEvent.click(await screen.findByRole('button', { name: 'Refund tickets' }))
    const dialog = await screen.findByRole('dialog', { name: 'Refund tickets' })
    expect(await within(dialog).findByText(/^The buyer receives the refund\./u)).toBeTruthy()
    expect(dialog.textContent).not.toMatch(/\$|Your refund/u)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refund tickets' }))
    expect(await screen.findAllByText('One ticket refunded.')).not.toEqual([])
  })

  test.each([
    ['the return period is over', '2020-01-01T00:00:00.000Z', [createTicket('ticket-1')]],
    ['no refund was offered', null, [createTicket('ticket-1')]],
    [
      'the ticket is checked in',
      '2999-01-01T00:00:00.000Z',
      [createTicket('ticket-1', { checkedInAt: '2026-12-05T23:10:00.000Z' })],
    ],
  ])('hides the button when %s', async (_, until, tickets) => {
    renderNote(until, tickets)
    await screen.findByText('The roof leaks.')
    expect(screen.queryByRole('button', { name: 'Refund tickets' })).toBeNull()
  })
})

test('C-05 shows the refunded tickets and amount of a partly refunded order', async () => {
  const order = orderWith({
    status: 'confirmed',
    refundedCents: 1760,
    items: orderWith().items.map((item, index) => (index === 0 ? { ...item, quantityRefunded: 1 } : item)),
  })
  renderPart(<OrderSheet order={order} priceDisplay="itemised" />)
  expect((await screen.findByText('Refunded')).nextSibling?.textContent).toBe('−$17.60')
  expect(screen.getByText(', 1 refunded')).toBeTruthy()
})
