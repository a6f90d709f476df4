// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { later } from '~tests/support/render-order-parts'
import { goTo, reloadPage, replaceWith } from './leave-page'
import {
  CARD,
  describeCheck,
  clearPay,
  fakeStripe,
  findButtons,
  findHeading,
  pass,
  pressPay,
  REFERENCE,
  renderPay,
} from './testing-stripe'

vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: vi.fn<() => void>() }))
// jsdom has no canvas to read colors from.
vi.mock(import('./appearance'), () => ({ readAppearance: () => ({}) }))
vi.mock(import('./leave-page'), () => ({
  goTo: vi.fn<typeof goTo>(),
  replaceWith: vi.fn<typeof replaceWith>(),
  reloadPage: vi.fn<typeof reloadPage>(),
}))

let stripe = fakeStripe()
beforeEach(() => {
  window.history.replaceState(null, '', `/pay/stripe/${REFERENCE}`)
  vi.clearAllMocks()
  stripe = fakeStripe()
})
afterEach(clearPay)

const stayPending = () => new Promise<never>(() => undefined)

describe('paying', () => {
  test('pays once, and then opens the order', async () => {
    stripe.confirmPayment.mockResolvedValue({ paymentIntent: {} })
    const { count, order } = renderPay({}, { 'stripe.check': () => describeCheck({ status: 'approved' }) })
    await pressPay()
    expect(stripe.confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({
        clientSecret: 'pi_1_secret_1',
        confirmParams: { return_url: `${window.location.origin}/pay/stripe/${REFERENCE}` },
        redirect: 'if_required',
      }),
    )
    expect(count('stripe.check')).toBe(1)
    expect(goTo).toHaveBeenCalledWith(`/checkout/${order.id}`)
  })

  test('a second press or a wallet sends nothing more while paying', async () => {
    const { count } = renderPay({}, { 'stripe.start': stayPending })
    await pressPay()
    const busy = findButtons('Paying $70.40')
    expect(busy).toHaveLength(2)
    for (const button of busy) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(button)
    }
    fireEvent.submit(busy[0]?.closest('form') as HTMLElement)
    stripe.send('expressCheckout.confirm', { paymentFailed: () => undefined })
    await pass(1_000)
    expect(count('stripe.start')).toBe(1)
    expect(screen.getByRole('region', { name: 'Express checkout' }).hasAttribute('inert')).toBe(true)
  })

  test('says after 4 seconds that it is still paying, and after 8 that it takes longer', async () => {
    const server = Promise.withResolvers<object>()
    const bank = Promise.withResolvers<never>()
    stripe.confirmPayment.mockReturnValue(bank.promise)
    renderPay({}, { 'stripe.start': () => server.promise })
    const field = await pressPay()
    await pass(3_900)
    expect(findButtons('Paying $70.40')).toHaveLength(2)
    await pass(200)
    expect(findButtons('Still paying')).toHaveLength(2)
    await pass(3_800)
    expect(findHeading('Payment')).not.toBeNull()
    await pass(200)
    expect(findHeading('Payment is taking longer than usual.')).not.toBeNull()
    expect(findHeading('Payment')).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Card number' })).toBeNull()
    server.resolve({ state: 'ready', clientSecret: 'pi_1_secret_1' })
    await pass(0)
    expect(findHeading('Payment is taking longer than usual.')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Card number' })).toBe(field)
    expect(field.value).toBe(CARD)
    await pass(4_100)
    expect(findButtons('Waiting for your bank')).toHaveLength(1)
  })

  test('retries while Stripe is slow, and says until when the tickets are held', async () => {
    const responses = [
      { state: 'slow', expiresAt: later(12) },
      { state: 'ready', clientSecret: 'pi_1_secret_1' },
    ]
    stripe.confirmPayment.mockReturnValue(stayPending())
    const { count } = renderPay(
      { isHoldExtended: true, expiresAt: later(12) },
      { 'stripe.start': () => responses.shift() },
    )
    await pressPay()
    expect(findHeading('Payment is taking longer than usual.')).not.toBeNull()
    expect(screen.getByText(/We’ve extended your hold once, until 20:12\./)).toBeTruthy()
    expect(screen.getByRole('timer', { name: 'Held, extended once' })).toBeTruthy()
    await pass(3_000)
    expect(count('stripe.start')).toBe(2)
    expect(findHeading('Payment')).not.toBeNull()
  })

  test('a changed total shows both totals, and charges nothing before the page is loaded again', async () => {
    renderPay(
      {},
      {
        'stripe.start': () => {
          throw new ORPCError('AMOUNT_CHANGED', { defined: true, data: { amountCents: 7168 } })
        },
      },
    )
    await pressPay()
    expect(findHeading('The total changed.')).not.toBeNull()
    expect(screen.getByText('$70.40', { selector: 'del' })).toBeTruthy()
    expect(screen.getByText('$71.68', { selector: 'ins' })).toBeTruthy()
    expect(stripe.confirmPayment).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Continue with $71.68' }))
    expect(reloadPage).toHaveBeenCalledOnce()
  })

  test('says that nothing was charged when our server cannot be reached', async () => {
    renderPay({}, { 'stripe.start': () => Promise.reject(new TypeError('Failed to fetch')) })
    await pressPay()
    expect(screen.getByRole('alert').textContent).toMatch(
      /^You haven’t been charged\. We couldn’t reach the server\..* Your tickets are held until 20:10\.$/,
    )
  })
})

describe('a payment that fails', () => {
  test('the note of a declined card takes the focus each time, and the form keeps what was typed', async () => {
    stripe.confirmPayment.mockResolvedValue({
      error: { type: 'card_error', message: 'Your card has insufficient funds.' },
    })
    renderPay()
    const field = await pressPay()
    for (const times of [1, 2]) {
      const note = screen.getByRole('alert')
      expect(document.activeElement, `decline ${times}`).toBe(note)
      expect(note.textContent).toBe(
        'Your bank declined the payment. You haven’t been charged. Your card has insufficient funds. ' +
          'Use another card or another payment method. Your tickets are held until 20:10.',
      )
      expect(field.value).toBe(CARD)
      fireEvent.click(findButtons('Pay $70.40')[0] as HTMLElement)
      field.focus()
      // oxlint-disable-next-line no-await-in-loop -- one press after the other
      await pass(0)
    }
  })

  test('says that the bank’s form was not completed', async () => {
    stripe.confirmPayment.mockResolvedValue({
      error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
    })
    renderPay()
    await pressPay()
    expect(screen.getByRole('alert').textContent).toContain('Your bank couldn’t confirm it’s you.')
  })

  test('when the connection breaks while paying, asks the server until the result is known', async () => {
    const responses = [
      describeCheck({ isChecked: false }),
      new TypeError('Failed to fetch'),
      describeCheck({ status: 'approved' }),
    ]
    stripe.confirmPayment.mockResolvedValue({ error: { type: 'api_connection_error' } })
    const { count } = renderPay(
      {},
      {
        'stripe.check': () => {
          const response = responses.shift()
          if (response instanceof Error) throw response
          return response
        },
      },
    )
    await pressPay()
    expect(screen.queryByText(/charged\./)?.textContent ?? '').not.toContain('You haven’t been')
    expect(findHeading('Payment is taking longer than usual.')).not.toBeNull()
    await pass(3_000)
    expect(goTo).not.toHaveBeenCalled()
    await pass(3_000)
    expect(count('stripe.check')).toBe(3)
    expect(goTo).toHaveBeenCalledOnce()
  })

  test('says that nothing was charged if the payment never reached Stripe', async () => {
    stripe.confirmPayment.mockResolvedValue({ error: { type: 'api_connection_error' } })
    renderPay({}, { 'stripe.check': () => describeCheck() })
    await pressPay()
    expect(screen.getByRole('alert').textContent).toMatch(/^You haven’t been charged\. /)
  })

  test('an incomplete form makes the wallet payment fail, and sends nothing', async () => {
    stripe.submit.mockResolvedValueOnce({ error: { type: 'validation_error' } })
    const { count } = renderPay()
    await screen.findAllByRole('button', { name: 'Pay $70.40' })
    vi.useFakeTimers()
    const paymentFailed = vi.fn<(reason: object) => void>()
    stripe.send('expressCheckout.confirm', { paymentFailed })
    await pass(0)
    expect(paymentFailed).toHaveBeenCalledWith({ reason: 'fail' })
    expect(count('stripe.start')).toBe(0)
    expect(findButtons('Pay $70.40')).toHaveLength(2)
  })
})

describe('the form', () => {
  test('says after 10 seconds that the form did not load; the tickets can be released', async () => {
    stripe = fakeStripe({ isReady: false })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let status: 'reserved' | 'cancelled' = 'reserved'
    const { count, order } = renderPay(
      {},
      {
        getOrder: () => ({ ...order, status }),
        cancelOrder: () => ({ status: (status = 'cancelled') }),
      },
    )
    expect(await screen.findByText('Loading the payment form', { selector: 'output' })).toBeTruthy()
    await pass(10_000)
    const note = screen.getByRole('alert')
    expect(note.textContent).toMatch(
      /^The payment form didn’t load\. .* Your tickets are held until 20:10\.$/,
    )
    expect(findButtons('Pay $70.40')).toHaveLength(0)
    // The form is ready too late: the page no longer has a place for it.
    stripe.send('payment.ready')
    await pass(0)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reloadPage).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByRole('button', { name: 'Release tickets' }))
    await pass(100)
    expect(count('cancelOrder')).toBe(1)
    expect(replaceWith).toHaveBeenCalledWith(`/checkout/${order.id}`)
  })

  test('warns when fewer than 60 seconds are left, and not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderPay({ serverNow: later(8) })
    await screen.findAllByRole('button', { name: 'Pay $70.40' })
    expect(screen.queryByRole('alert')).toBeNull()
    await pass(61_000)
    expect(screen.getByRole('alert').textContent).toBe(
      'Less than a minute. Pay now, or your tickets go back on sale.',
    )
    await pass(60_000)
    expect(findHeading('Your hold expired.')).not.toBeNull()
  })

  test('announces five minutes and one minute, and nothing in between', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderPay({ serverNow: later(4), expiresAt: later(10) })
    await screen.findAllByRole('button', { name: 'Pay $70.40' })
    const read = () => document.querySelector('p[aria-live=polite]')?.textContent
    expect(read()).toBe('')
    await pass(62_000)
    expect(read()).toBe('Five minutes left to pay.')
    await pass(200_000)
    expect(read()).toBe('Five minutes left to pay.')
    await pass(40_000)
    expect(read()).toBe('One minute left to pay.')
  })
})
