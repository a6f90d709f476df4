import type { Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, orderWith, renderPart } from '~tests/support/render-order-parts'
import type { Order } from '../../contract'
import { PayPage } from './pay-page'

type Confirmed = { error: Partial<StripeError> } | { paymentIntent: object }
type Listener = (event?: unknown) => void

export const REFERENCE = 'b2b_1'
export const CARD = '4242 4242 4242 4242'

/** Stands in for Stripe.js: shows a field for the card number, and a test chooses the result. */
export function fakeStripe({ isReady = true }: { isReady?: boolean } = {}) {
  const confirmPayment = vi.fn<(options: { clientSecret: string }) => Promise<Confirmed>>()
  const submit = vi.fn<() => Promise<{ error?: Partial<StripeError> }>>()
  submit.mockResolvedValue({})
  const listeners = new Map<string, Listener>()
  const create = (kind: string) => ({
    on: (name: string, listener: Listener) => listeners.set(`${kind}.${name}`, listener),
    update: () => undefined,
    mount: (place: HTMLElement) => {
      if (kind !== 'payment') return
      const field = document.createElement('input')
      field.setAttribute('aria-label', 'Card number')
      place.append(field)
      if (isReady) listeners.get('payment.ready')?.()
    },
  })
  const elements = { create, update: () => undefined, submit }
  const createElements = vi.fn<(options: { currency: string }) => typeof elements>(() => elements)
  const stripe = { elements: createElements, confirmPayment }
  vi.mocked(loadStripe).mockResolvedValue(stripe as unknown as Stripe)
  return {
    createElements,
    confirmPayment,
    submit,
    send: (name: string, event?: unknown) => act(() => listeners.get(name)?.(event)),
  }
}

export function renderPay(
  changes: Partial<Order> = {},
  handlers: Record<string, (input: unknown) => unknown> = {},
  { hasReturned = false } = {},
) {
  const order = orderWith(changes)
  const server = fakeServer({
    'stripe.get': () => ({
      reference: REFERENCE,
      orderId: order.id,
      booking: null,
      amountCents: 7040,
      publishableKey: 'pk_test_1',
    }),
    'stripe.start': () => ({ state: 'ready', clientSecret: 'pi_1_secret_1' }),
    getOrder: () => order,
    ...handlers,
  })
  renderPart(
    <PayPage
      reference={REFERENCE}
      orderId={order.id}
      priceDisplay="itemised"
      hasReturned={hasReturned}
      onOrder={() => undefined}
    />,
  )
  const count = (name: string) => server.asked.filter(([call]) => call === name).length
  return { order, count }
}

/** Types a card number into the loaded form and presses Pay. From then on, time passes only with `pass`. */
export async function pressPay(amount = '$70.40'): Promise<HTMLInputElement> {
  const [button] = await screen.findAllByRole('button', { name: `Pay ${amount}` })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Card number' })
  field.value = CARD
  vi.useFakeTimers()
  fireEvent.click(button as HTMLElement)
  await pass(0)
  return field
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Without styles, the name of a busy button starts with its idle label. */
export const findButtons = (label: string) =>
  screen.queryAllByRole('button', { name: (name) => name.endsWith(label) })

export const findHeading = (name: string) => screen.queryByRole('heading', { level: 1, name })

/** Returns our server's response after it has asked Stripe. */
export const describeCheck = (changes: object = {}) => ({
  orderId: 'order-1',
  status: 'started',
  processingSince: null,
  declineReason: null,
  isChecked: true,
  ...changes,
})

/** Stands in for the channel between tabs, which delivers messages later. */
export function fakeChannel() {
  const sent: unknown[] = []
  const channel = new (class extends EventTarget {
    postMessage(data: unknown) {
      sent.push(data)
    }
    close() {
      // The stand-in has nothing to close.
    }
  })()
  vi.stubGlobal('BroadcastChannel', function open() {
    return channel
  })
  return {
    sent,
    receive: (data: object) => act(() => void channel.dispatchEvent(new MessageEvent('message', { data }))),
  }
}

/** Removes the page before restoring the real clock, because the page may call its server again. */
export function clearPay(): void {
  cleanup()
  registerLink(undefined)
  vi.useRealTimers()
}
