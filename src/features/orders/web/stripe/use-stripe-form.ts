import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Currency } from '~/lib/currency'
import { useTheme } from '~/design/theme-context'
import { readAppearance } from './appearance'

const PATIENCE_MS = 10_000

export interface StripeForm {
  status: 'loading' | 'ready' | 'failed'
  /** Whether this device offers Apple Pay, Google Pay or another wallet; undefined until that is known. */
  hasWallets: boolean | undefined
  paymentRef: RefObject<HTMLDivElement | null>
  walletsRef: RefObject<HTMLDivElement | null>
  /** Returns the objects to pay with; undefined until the form is ready. */
  getStripe: () => { stripe: Stripe; elements: StripeElements } | undefined
}

interface Parts {
  stripe: Stripe
  elements: StripeElements
  payment: StripePaymentElement
}

/**
 * Loads Stripe.js from Stripe and shows its form and wallet buttons in the two elements. `onWallet` is called when the
 * buyer has confirmed in a wallet.
 */
export function useStripeForm(options: {
  publishableKey: string
  amountCents: number
  currency: Currency
  isBusy: boolean
  onWallet: (fail: () => void) => void
}): StripeForm {
  const { publishableKey, amountCents, currency, isBusy, onWallet } = options
  const [status, setStatus] = useState<StripeForm['status']>('loading')
  const [hasWallets, setHasWallets] = useState<boolean>()
  const paymentRef = useRef<HTMLDivElement>(null)
  const walletsRef = useRef<HTMLDivElement>(null)
  const parts = useRef<Parts>(undefined)
  const pressed = useRef(onWallet)
  useEffect(() => {
    pressed.current = onWallet
  })
  const { theme } = useTheme()
  const shownTheme = useRef(theme)

  useEffect(() => {
    let isOver = false
    const fail = () => !isOver && setStatus((now) => (now === 'loading' ? 'failed' : now))
    const timer = setTimeout(fail, PATIENCE_MS)
    const mount = async () => {
      const { loadStripe } = await import('@stripe/stripe-js/pure')
      const stripe = await loadStripe(publishableKey)
      if (isOver || stripe === null || !paymentRef.current || !walletsRef.current) return
      const elements = stripe.elements({
        mode: 'payment',
        amount: amountCents,
        currency: currency.toLowerCase(),
        appearance: readAppearance(shownTheme.current),
      })
      const payment = elements.create('payment', {
        layout: { type: 'accordion', radios: 'always', spacedAccordionItems: false },
      })
      const wallets = elements.create('expressCheckout', { buttonHeight: 52 })
      parts.current = { stripe, elements, payment }
      // Does nothing after a failure: the page then has no place for the form.
      payment.on('ready', () => setStatus((now) => (now === 'loading' ? 'ready' : now)))
      payment.on('loaderror', fail)
      wallets.on('ready', ({ availablePaymentMethods }) =>
        setHasWallets(availablePaymentMethods !== undefined),
      )
      wallets.on('loaderror', () => setHasWallets(false))
      wallets.on('confirm', ({ paymentFailed }) => pressed.current(() => paymentFailed({ reason: 'fail' })))
      payment.mount(paymentRef.current)
      wallets.mount(walletsRef.current)
    }
    mount().catch(fail)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [publishableKey, amountCents, currency])

  useEffect(() => {
    parts.current?.payment.update({ readOnly: isBusy })
  }, [isBusy])

  useEffect(() => {
    void parts.current?.elements.update({ appearance: readAppearance(theme) })
  }, [theme])

  return { status, hasWallets, paymentRef, walletsRef, getStripe: () => parts.current }
}
