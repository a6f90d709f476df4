// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatClock } from '~/lib/time'
import { registerLink } from '~/platform/rpc/link'
import type { Order } from '../contract'
import { CheckoutPage } from './checkout-page'
import { fakeServer, later, orderWith, refundWith, renderPart } from '~tests/support/render-order-parts'

const scrollIntoView = vi.fn<() => void>()

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = scrollIntoView
})
afterEach(() => {
  // Unmounts the page first, because a mounted page may request its order again.
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
})

const started = {
  provider: 'sandbox',
  status: 'started',
  processingSince: null,
  declineReason: null,
  startedAt: later(1),
  settledAt: null,
} as const

function renderCheckout(
  changes: Partial<Order>,
  handlers: Record<string, (input: unknown) => unknown> = {},
  more: { seen?: number; priceDisplay?: 'all_in' } = {},
) {
  const order = orderWith(changes)
  const onOrder = vi.fn<(orderId: string, seen: number | undefined) => void>()
  const server = fakeServer({ getOrder: () => order, ...handlers })
  renderPart(
    <CheckoutPage
      orderId={order.id}
      priceDisplay={more.priceDisplay ?? 'itemised'}
      seen={more.seen}
      onOrder={onOrder}
    />,
  )
  return { ...server, onOrder, order }
}

describe('checkout page', () => {
  test('T-05 shows the time left, price, attendee and payment of a held order', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    renderCheckout({})
    expect(await screen.findByRole('heading', { name: 'Checkout' })).toBeTruthy()
    expect(screen.getByRole('timer', { name: 'Held for you' }).textContent).toContain('8:00')
    expect(screen.getByLabelText('Full name')).toHaveProperty('value', 'Mara Voss')
    expect(screen.getAllByRole('button', { name: 'Pay $70.40' }).length).toBeGreaterThan(0)
    expect(screen.getByText('3 × General Admission')).toBeTruthy()
  })

  test('shows a changed price before payment, and charges the new price', async () => {
    renderCheckout({ feeBasisPoints: 1200, feeCents: 768, totalCents: 7168 }, {}, { seen: 7040 })
    const note = await screen.findByText(/The price changed while you were choosing/)
    expect(note.textContent).toBe('The price changed while you were choosing: it is $71.68 now, not $70.40.')
    expect(screen.getByText('(12%)')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Pay $71.68' }).length).toBeGreaterThan(0)
  })

  test('shows no note about a price that didn’t change', async () => {
    renderCheckout({}, {}, { seen: 7040 })
    await screen.findByRole('heading', { name: 'Checkout' })
    expect(screen.queryByText(/The price changed/)).toBeNull()
  })

  test('shows lines that add up to the total when prices include the fee', async () => {
    renderCheckout({}, {}, { priceDisplay: 'all_in' })
    expect(await screen.findByText('$52.80')).toBeTruthy()
    expect(screen.getByText('$17.60')).toBeTruthy()
    expect(screen.getByText('Total').nextSibling?.textContent).toBe('$70.40')
    expect(screen.getByText('including $6.40 service fee')).toBeTruthy()
    expect(screen.queryByText('Subtotal')).toBeNull()
  })

  test('shows a discount under its code, whether or not prices include the fee', async () => {
    const less = {
      promoCode: 'LEEDSCREW',
      discountCents: 320,
      subtotalCents: 6080,
      feeCents: 608,
      totalCents: 6688,
    }
    const bill = () => [...document.querySelectorAll('.total > div')].map((line) => line.textContent)
    renderCheckout(less)
    await screen.findByText('LEEDSCREW')
    const total = 'TotalBefore: $70.40$66.88'
    expect(bill()).toEqual(['Subtotal$64.00', 'LEEDSCREW−$3.20', 'Service fee (10%)$6.08', total])
    cleanup()
    renderCheckout(less, {}, { priceDisplay: 'all_in' })
    await screen.findByText('LEEDSCREW')
    expect(bill()).toEqual(['LEEDSCREW−$3.52', total])
  })

  test('uses the hold time of the order, not that of the current settings', async () => {
    renderCheckout({ status: 'expired', expiresAt: later(3), serverNow: later(4) })
    expect(await screen.findByRole('heading', { name: 'Your 3 minutes are up.' })).toBeTruthy()
  })

  const refuse = (...fields: { path: string; message: string }[]) => ({
    startPayment: () => {
      throw new ORPCError('BAD_REQUEST', { defined: true, message: 'Check the fields.', data: { fields } })
    },
  })

  test('keeps the text of a refused field and focuses it each time, but leaves a corrected field alone', async () => {
    const message = 'Enter an email address such as name@example.com'
    const responses = [refuse({ path: 'buyerName', message: 'Enter your name' })]
    const startPayment = () => (responses.shift() ?? refuse({ path: 'buyerEmail', message })).startPayment()
    renderCheckout({}, { startPayment })
    const email = await screen.findByLabelText('Email')
    await userEvent.clear(email)
    await userEvent.type(email, 'mara@')
    const pay = screen.getAllByRole('button', { name: 'Pay $70.40' })[0] as HTMLElement
    await userEvent.click(pay)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full name')))
    await userEvent.type(screen.getByLabelText('Full name'), ' Voss')
    for (const times of [1, 2]) {
      scrollIntoView.mockClear()
      await userEvent.click(pay)
      await waitFor(() => expect(document.activeElement, `press ${times}`).toBe(email))
      expect(scrollIntoView).toHaveBeenCalledWith({ block: 'center' })
    }
    expect(screen.getByText(message)).toBeTruthy()
    expect(email).toHaveProperty('value', 'mara@')
    expect(email.getAttribute('aria-invalid')).toBe('true')
  })

  test('says on the page that the server didn’t respond, and Pay works again', async () => {
    renderCheckout({}, { startPayment: () => Promise.reject(new TypeError('Failed to fetch')) })
    const [pay] = await screen.findAllByRole('button', { name: 'Pay $70.40' })
    await userEvent.click(pay as HTMLElement)
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
    expect(pay).toHaveProperty('disabled', false)
  })

  test('shows that a declined payment charged nothing, and allows a retry', async () => {
    renderCheckout({ payment: { ...started, status: 'declined', declineReason: 'The bank declined.' } })
    expect((await screen.findByRole('alert')).textContent).toContain('You were not charged.')
    expect(scrollIntoView).toHaveBeenCalled()
    expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0)
    expect(screen.getByRole('timer', { name: 'Still held for you' })).toBeTruthy()
  })

  test('announces the last minute before the hold ends', async () => {
    renderCheckout({ serverNow: later(9.5) })
    expect((await screen.findByRole('alert')).textContent).toContain(
      `Less than a minute. Pay by ${formatClock(later(10), Intl.DateTimeFormat().resolvedOptions().timeZone)}`,
    )
  })

  test('waits for the bank’s decision, and offers to cancel', async () => {
    const { asked } = renderCheckout(
      { payment: { ...started, processingSince: later(1) } },
      { cancelOrder: () => ({ status: 'cancelled' }) },
    )
    expect(await screen.findByRole('heading', { name: 'Waiting for your bank.' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
    expect(asked.some(([call]) => call === 'cancelOrder')).toBe(true)
  })

  test('offers payment again after the customer returned from the payment page without paying', async () => {
    renderCheckout({ payment: started })
    expect(await screen.findByRole('heading', { name: 'Checkout' })).toBeTruthy()
  })

  test('an order that expires while its page is open is struck through and can be held again', async () => {
    const { asked, onOrder } = renderCheckout(
      { serverNow: later(10) },
      {
        reserve: () => ({
          id: 'order-2',
          status: 'reserved',
          totalCents: 7040,
          expiresAt: later(20),
          serverNow: later(10),
        }),
      },
    )
    expect(await screen.findByRole('heading', { name: 'Your ten minutes are up.' })).toBeTruthy()
    expect(screen.getByText(/145 General Admission and 61 Late Entry are available, so you can/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Hold them again' }))
    await waitFor(() => expect(onOrder).toHaveBeenCalledWith('order-2', undefined))
    expect(asked.find(([call]) => call === 'reserve')?.[1]).toMatchObject({
      items: [{ quantity: 3 }, { quantity: 1 }],
    })
  })

  test('keeps the promo code and the access code when the tickets are held again', async () => {
    sessionStorage.setItem(`access-code:${orderWith({}).event.id}`, 'CREW88')
    const { asked } = renderCheckout(
      { status: 'expired', promoCode: 'LEEDSCREW' },
      { reserve: () => ({ id: 'order-2', status: 'reserved', expiresAt: later(20), serverNow: later(10) }) },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Hold them again' }))
    await waitFor(() =>
      expect(asked.find(([call]) => call === 'reserve')?.[1]).toMatchObject({
        promoCode: 'LEEDSCREW',
        accessCode: 'CREW88',
      }),
    )
    sessionStorage.clear()
  })

  test('links an account without an email to the settings when it holds the tickets again', async () => {
    renderCheckout(
      { status: 'expired' },
      {
        reserve: () => {
          throw new ORPCError('EMAIL_NEEDED', {
            message: 'Your tickets are sent by email. Add your email in Settings first.',
          })
        },
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Hold them again' }))
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Add your email in Settings first')
    expect(within(note).getByRole('link').getAttribute('href')).toBe('/dashboard/settings#account')
    screen.getByRole('button', { name: 'Hold them again' })
  })

  test('offers the tickets again at the end of their hold', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const soldOutItems = orderWith().items.map((item) => ({ ...item, remaining: 0 }))
    const orders = [
      orderWith({ serverNow: later(10), items: soldOutItems }),
      orderWith({ serverNow: later(10.1), status: 'expired' }),
    ]
    renderCheckout({}, { getOrder: () => orders.shift() ?? orderWith({ status: 'expired' }) })
    expect(await screen.findByText(/0 General Admission and 0 Late Entry are available\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Hold them again' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(await screen.findByRole('button', { name: 'Hold them again' })).toBeTruthy()
  })

  test('shows when to try again after two unpaid holds, and offers another hold only then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderCheckout({ status: 'expired', serverNow: later(11), holdAgainAt: later(53) })
    await screen.findByRole('heading', { name: 'Your ten minutes are up.' })
    expect(
      screen.getByText(/other buyers go first\. You can hold tickets again in 42 minutes\./),
    ).toBeTruthy()
    expect(screen.queryByText(/are available/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Hold them again' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(42 * 60_000))
    expect(screen.getByRole('button', { name: 'Hold them again' })).toBeTruthy()
  })

  test('offers other tickets when too few of the same are left', async () => {
    const { order } = renderCheckout({
      status: 'expired',
      items: orderWith().items.map((item) => ({ ...item, remaining: 0 })),
    })
    const other = await screen.findByRole('link', { name: 'Choose other tickets' })
    expect(other.getAttribute('href')).toBe(`/events/${order.event.id}`)
    expect(screen.queryByRole('button', { name: 'Hold them again' })).toBeNull()
  })

  test('shows where the tickets of a paid order are', async () => {
    renderCheckout({
      status: 'confirmed',
      tickets: [1, 2, 3, 4].map((n) => {
        return { id: `${n}`, ticketNumber: `TK-${n}`, ticketTypeId: 'x', status: 'valid' }
      }),
    })
    expect(await screen.findByRole('heading', { name: 'See you on the floor.' })).toBeTruthy()
    expect(screen.getByText(/4 tickets/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toMatch(/tickets\.pdf$/)
  })

  test('shows why a payment could not be honored, and the refund', async () => {
    renderCheckout({
      status: 'refunded',
      refunds: [
        refundWith({ reason: 'The amount paid did not match the total of the order.', isByOrganizer: false }),
      ],
    })
    expect(await screen.findByRole('heading', { name: 'Your refund is on its way.' })).toBeTruthy()
    expect(
      screen.getByText(/did not match the total of the order\. \$19\.80 goes to your payment method/),
    ).toBeTruthy()
  })

  test('shows an order that the customer cancelled', async () => {
    renderCheckout({ status: 'cancelled' })
    expect(await screen.findByRole('heading', { name: 'Order canceled.' })).toBeTruthy()
  })
})
