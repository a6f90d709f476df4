// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { later } from '~tests/support/render-order-parts'
import { goTo, type reloadPage, type replaceWith } from './leave-page'
import {
  CARD,
  describeCheck,
  clearPay,
  fakeChannel,
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

beforeEach(() => {
  vi.clearAllMocks()
  fakeStripe()
})
afterEach(clearPay)

describe('coming back from the bank', () => {
  beforeEach(() => {
    const address = `/pay/stripe/${REFERENCE}?payment_intent=pi_1&payment_intent_client_secret=s`
    window.history.replaceState(null, '', address)
  })

  test('checks the payment once, and removes the query from the address', async () => {
    const { count } = renderPay(
      {},
      { 'stripe.check': () => describeCheck({ status: 'approved' }) },
      { hasReturned: true },
    )
    await waitFor(() => expect(goTo).toHaveBeenCalledOnce())
    expect(window.location.pathname).toBe(`/pay/stripe/${REFERENCE}`)
    expect(window.location.search).toBe('')
    expect(count('stripe.check')).toBe(1)
    expect(count('stripe.start')).toBe(0)
  })

  test('a hold that ended while the buyer was at the bank shows as expired only once the result is known', async () => {
    const check = Promise.withResolvers<object>()
    renderPay({ serverNow: later(11) }, { 'stripe.check': () => check.promise }, { hasReturned: true })
    await waitFor(() => expect(findButtons('Checking your payment')).toHaveLength(1))
    expect(findHeading('Your hold expired.')).toBeNull()
    check.resolve(describeCheck({ status: 'declined', declineReason: 'Insufficient funds.' }))
    expect(await screen.findByRole('heading', { name: 'Your hold expired.' })).toBeTruthy()
  })
})

describe('two tabs', () => {
  test('the tab that stops makes no more payment calls, and shows its form when it takes the order back', async () => {
    const { receive } = fakeChannel()
    const { count } = renderPay({}, { 'stripe.start': () => ({ state: 'slow', expiresAt: later(12) }) })
    const field = await pressPay()
    expect(findHeading('Payment is taking longer than usual.')).not.toBeNull()
    receive({ type: 'take_over' })
    expect(findHeading('This order is open in another tab.')).not.toBeNull()
    expect(findHeading('Payment is taking longer than usual.')).toBeNull()
    const before = count('getOrder')
    fireEvent.click(screen.getByRole('button', { name: 'Check status' }))
    await pass(10_000)
    expect(count('getOrder')).toBe(before + 1)
    expect(count('stripe.start')).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: 'Continue here' }))
    expect(findHeading('Payment')).not.toBeNull()
    expect(field.value).toBe(CARD)
    expect(findButtons('Pay $70.40')).toHaveLength(2)
  })

  test('a newer tab shows since when the order is open in the older tab', async () => {
    const { receive, sent } = fakeChannel()
    renderPay()
    await screen.findByRole('heading', { name: 'Payment' })
    expect(sent).toEqual([{ type: 'hello' }])
    receive({ type: 'open', since: Date.parse(later(1)) })
    expect(findHeading('Payment')).toBeNull()
    expect(screen.getByText(/^Its payment was opened there at 20:01\. Finish it in that tab/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Continue here' }))
    expect(sent.at(-1)).toEqual({ type: 'take_over' })
    expect(findHeading('Payment')).not.toBeNull()
  })
})
