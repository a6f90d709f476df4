// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { useSuspenseQuery } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import type { BookingToPay } from '../../contract-stripe'
import { stripePaymentQuery } from '../queries'
import { BookingPayPage } from './booking-pay-page'
import { goTo, reloadPage } from './leave-page'
import {
  CARD,
  clearPay,
  describeCheck,
  fakeStripe,
  findButtons,
  findHeading,
  pass,
  pressPay,
  REFERENCE,
} from './testing-stripe'

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: vi.fn<() => void>() }))
// jsdom has no canvas to read colors from.
vi.mock(import('./appearance'), () => ({ readAppearance: () => ({}) }))
vi.mock(import('./leave-page'), () => ({
  goTo: vi.fn<typeof goTo>(),
  replaceWith: vi.fn<(address: string) => void>(),
  reloadPage: vi.fn<typeof reloadPage>(),
}))

let stripe = fakeStripe()
beforeEach(() => {
  window.history.replaceState(null, '', `/pay/stripe/${REFERENCE}`)
  vi.clearAllMocks()
  stripe = fakeStripe()
})
afterEach(clearPay)

const deposit: BookingToPay = {
  id: 'booking-1',
  number: 'BK-2026-0042',
  djName: 'Juno Frost',
  title: 'Warm Start',
  startsAt: '2026-12-11T22:00:00.000Z',
  endsAt: '2026-12-12T00:00:00.000Z',
  timezone: 'UTC',
  location: 'Loom Hall, Berlin',
  purpose: 'deposit',
  feeCents: 10_000,
  restCents: 7_000,
  isGuarantee: false,
  currency: 'USD',
  isClosed: false,
}

function renderBooking(
  changes: Partial<BookingToPay> = {},
  handlers: Parameters<typeof fakeServer>[0] = {},
  { hasReturned = false } = {},
) {
  let current: BookingToPay = { ...deposit, ...changes }
  const { asked: calls } = fakeServer({
    'stripe.get': () => ({
      reference: REFERENCE,
      orderId: null,
      booking: current,
      amountCents: 3_000,
      publishableKey: 'pk_test_1',
    }),
    'stripe.start': () => ({ state: 'ready', clientSecret: 'pi_1_secret_1' }),
    ...handlers,
  })
  renderPart(<Page hasReturned={hasReturned} />)
  const count = (name: string) => calls.filter(([call]) => call === name).length
  return { count, close: () => (current = { ...current, isClosed: true }) }
}

/** Renders the page like the route does. */
function Page({ hasReturned }: { hasReturned: boolean }) {
  const { booking } = useSuspenseQuery(stripePaymentQuery(REFERENCE)).data
  return booking && <BookingPayPage reference={REFERENCE} booking={booking} hasReturned={hasReturned} />
}

const pressPayDeposit = () => pressPay('$30.00')

describe('the sheet', () => {
  const readFacts = async () => {
    const sheet = within(await screen.findByRole('complementary', { name: 'Booking' }))
    const facts = sheet.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    return { sheet, facts }
  }

  test('shows the booking, the fee, the rest, and what is paid now', async () => {
    renderBooking()
    const { sheet, facts } = await readFacts()
    for (const text of ['Booking BK-2026-0042', 'Juno Frost at Warm Start'])
      expect(sheet.getByText(text)).toBeTruthy()
    expect(sheet.getByText(/Loom Hall, Berlin/).textContent).toMatch(/11 Dec.*22:00.*00:00/)
    expect(facts).toEqual([
      ['Fee', '$100.00'],
      ['Remaining fee, paid after the event', '$70.00'],
    ])
    const readTotal = (label: string) => sheet.getByText(label).nextSibling?.textContent
    expect(['Deposit', 'Service fee', 'Pay now'].map(readTotal)).toEqual(['$30.00', '$0.00', '$30.00'])
    expect(findHeading('Pay deposit')).not.toBeNull()
    expect(screen.getByText(/When the payment succeeds, the deposit is sent to Juno Frost\./)).toBeTruthy()
    expect(
      screen.getByText(/The processing fee of the payment is deducted from the event’s income\./),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Booking' }).getAttribute('href')).toBe(
      '/dashboard/bookings/booking-1',
    )
  })

  test.each([
    ['EUR', ['€100.00', '€70.00'], 'Pay €30.00'],
    ['JPY', ['¥10,000', '¥7,000'], 'Pay ¥3,000'],
  ] as const)('shows and charges a booking in %s', async (currency, amounts, button) => {
    renderBooking({ currency })
    const { facts } = await readFacts()
    expect(facts.map(([, amount]) => amount)).toEqual(amounts)
    expect(await screen.findByRole('button', { name: button })).toBeTruthy()
    expect(stripe.createElements).toHaveBeenCalledWith(
      expect.objectContaining({ currency: currency.toLowerCase(), amount: 3_000 }),
    )
  })

  test('says that the final fee may exceed the guarantee, and that a payment towards it is held', async () => {
    renderBooking({ purpose: 'balance', isGuarantee: true })
    const { sheet, facts } = await readFacts()
    expect(facts).toEqual([
      ['Guarantee', '$100.00'],
      ['Remaining fee, paid after the event', '$70.00 or more'],
    ])
    expect(sheet.getByText('Towards the fee')).toBeTruthy()
    expect(findHeading('Pay fee')).not.toBeNull()
    expect(screen.getByText(/It’s held for Juno Frost’s fee and sent after the event\./)).toBeTruthy()
  })
})

describe('paying', () => {
  test('pays once, and then opens the booking', async () => {
    stripe.confirmPayment.mockResolvedValue({ paymentIntent: {} })
    const { count } = renderBooking({}, { 'stripe.check': () => describeCheck({ status: 'approved' }) })
    await pressPayDeposit()
    expect(stripe.confirmPayment).toHaveBeenCalledOnce()
    expect(count('stripe.start')).toBe(1)
    expect(goTo).toHaveBeenCalledWith('/dashboard/bookings/booking-1')
  })

  test('a debit that a bank decides about later opens the booking too', async () => {
    stripe.confirmPayment.mockResolvedValue({ paymentIntent: {} })
    renderBooking(
      {},
      { 'stripe.check': () => describeCheck({ processingSince: '2026-12-01T20:00:00.000Z' }) },
    )
    await pressPayDeposit()
    expect(goTo).toHaveBeenCalledWith('/dashboard/bookings/booking-1')
  })

  test('a second press while paying sends nothing more', async () => {
    const { count } = renderBooking({}, { 'stripe.start': () => new Promise(() => undefined) })
    await pressPayDeposit()
    const [busy] = findButtons('Paying $30.00')
    expect(busy?.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(busy as HTMLElement)
    fireEvent.submit(busy?.closest('form') as HTMLElement)
    await pass(1_000)
    expect(count('stripe.start')).toBe(1)
  })

  test('the note of a declined card takes the focus each time, and the form keeps what was typed', async () => {
    stripe.confirmPayment.mockResolvedValue({
      error: { type: 'card_error', message: 'Your card has insufficient funds.' },
    })
    renderBooking()
    const field = await pressPayDeposit()
    for (const times of [1, 2]) {
      const note = screen.getByRole('alert')
      expect(document.activeElement, `decline ${times}`).toBe(note)
      expect(note.textContent).toBe(
        'Your bank declined the payment. You haven’t been charged. Your card has insufficient funds. ' +
          'Use another card or another payment method.',
      )
      expect(field.value).toBe(CARD)
      fireEvent.click(findButtons('Pay $30.00')[0] as HTMLElement)
      field.focus()
      // oxlint-disable-next-line no-await-in-loop -- one press after the other
      await pass(0)
    }
  })

  test('while Stripe is slow, warns against a second payment and continues by itself', async () => {
    const responses = [{ state: 'slow' }, { state: 'ready', clientSecret: 'pi_1_secret_1' }]
    stripe.confirmPayment.mockReturnValue(new Promise(() => undefined))
    const { count } = renderBooking({}, { 'stripe.start': () => responses.shift() })
    const field = await pressPayDeposit()
    const isWarning = () => screen.queryByText('Don’t pay again.') !== null
    expect(isWarning()).toBe(true)
    await pass(3_000)
    expect(count('stripe.start')).toBe(2)
    expect(isWarning()).toBe(false)
    expect(field.value).toBe(CARD)
  })

  test('shows the warning of a slow Stripe also when our server takes longer than 8 seconds', async () => {
    renderBooking({}, { 'stripe.start': () => new Promise(() => undefined) })
    await pressPayDeposit()
    await pass(7_900)
    expect(screen.queryByText('Don’t pay again.')).toBeNull()
    expect(findButtons('Still paying')).toHaveLength(1)
    await pass(200)
    expect(screen.getByText('Don’t pay again.')).toBeTruthy()
  })

  test('a client who comes back from the page of their bank sees the result', async () => {
    window.history.replaceState(null, '', `/pay/stripe/${REFERENCE}?payment_intent_client_secret=secret`)
    renderBooking({}, { 'stripe.check': () => describeCheck({ status: 'approved' }) }, { hasReturned: true })
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith('/dashboard/bookings/booking-1'))
    expect(window.location.search).toBe('')
    expect(stripe.confirmPayment).not.toHaveBeenCalled()
  })
})

describe('a payment that is closed', () => {
  const expectClosed = () => {
    expect(findHeading('There is nothing left to pay here.')).not.toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the booking' }).getAttribute('href')).toBe(
      '/dashboard/bookings/booking-1',
    )
    expect(screen.queryByRole('textbox', { name: 'Card number' })).toBeNull()
    expect(screen.getByRole('complementary', { name: 'Booking' })).toBeTruthy()
  }

  test('a closed payment shows no form', async () => {
    renderBooking({ isClosed: true })
    await screen.findByRole('heading', { level: 1 })
    expectClosed()
  })

  test('charges nothing if the booking was canceled while the form was open', async () => {
    const { close } = renderBooking(
      {},
      {
        'stripe.start': () => {
          close()
          throw new ORPCError('ORDER_CLOSED', {
            defined: true,
            message: 'There is nothing left to pay here.',
          })
        },
      },
    )
    await pressPayDeposit()
    await pass(100)
    expectClosed()
    expect(stripe.confirmPayment).not.toHaveBeenCalled()
  })
})

test('says after 10 seconds that the form did not load', async () => {
  stripe = fakeStripe({ isReady: false })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderBooking()
  expect(await screen.findByText('Loading the payment form', { selector: 'output' })).toBeTruthy()
  await pass(10_000)
  expect(screen.getByRole('alert').textContent).toMatch(/^The payment form didn’t load\. /)
  expect(findButtons('Pay $30.00')).toHaveLength(0)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reloadPage).toHaveBeenCalledOnce()
})
