import { isDefinedError, safe } from '@orpc/client'
import type { StripeError } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '~/platform/rpc/errors'
import { ordersClient } from '../queries'
import { goTo } from './leave-page'
import type { StripeForm } from './use-stripe-form'

const RETRY_MS = 3_000
const UNFINISHED = 'The payment wasn’t completed. Try again, or use another payment method.'

export interface PayNote {
  title: string
  text: string
}

export type PayPhase =
  /** The buyer fills in the form. `note` says why the last try failed. */
  | { name: 'form'; note?: PayNote }
  /** starting: our server prepares the payment. confirming: the browser pays, and the bank may show its own form. */
  | { name: 'starting' | 'confirming' | 'checking' }
  /** Stripe has not responded to our server yet, so this tab calls our server again. */
  | { name: 'slow' }
  | { name: 'amount_changed'; amountCents: number }

export const notCharged = (text: string): PayNote => ({ title: 'You haven’t been charged.', text })

interface PayOptions {
  reference: string
  /** The path of the page that shows the result. */
  resultPath: string
  amountCents: number
  /** Reloads the order or booking. */
  onRefresh: () => Promise<unknown>
  getStripe: StripeForm['getStripe']
  /** Whether another tab has taken over this order, so that this tab makes no more calls. */
  isStopped: boolean
  setPhase: (phase: PayPhase) => void
}

/**
 * Creates the state for the phase of a payment. When a buyer comes back from the bank's own page, the payment is
 * checked first.
 */
export const usePayPhase = (hasReturned: boolean) =>
  useState<PayPhase>(hasReturned ? { name: 'checking' } : { name: 'form' })

/** Pays an order or a booking with Stripe: prepares it at our server, confirms it in the browser, and asks our server for the result. */
export function usePay(options: PayOptions) {
  const { reference, resultPath, amountCents, getStripe, isStopped, setPhase, onRefresh: refresh } = options
  const isPaying = useRef(false)
  const hasStopped = useRef(isStopped)
  useEffect(() => {
    hasStopped.current = isStopped
  }, [isStopped])
  useEffect(
    () => () => {
      hasStopped.current = true
    },
    [],
  )

  /** Returns the client secret once Stripe has answered; otherwise shows why not. */
  async function prepare(): Promise<string | undefined> {
    while (!hasStopped.current) {
      const [error, started] = await safe(ordersClient.stripe.start.call({ reference, amountCents }))
      if (started?.state === 'ready') return started.clientSecret
      if (error !== null) {
        if (isDefinedError(error) && error.code === 'AMOUNT_CHANGED')
          setPhase({ name: 'amount_changed', amountCents: error.data.amountCents })
        else setPhase({ name: 'form', note: notCharged(getErrorMessage(error)) })
        await refresh()
        return undefined
      }
      setPhase({ name: 'slow' })
      void refresh()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    // Shows the form, because this tab may take the order back.
    setPhase({ name: 'form' })
    return undefined
  }

  /** Asks our server until it knows the result of the payment. */
  async function check(): Promise<void> {
    while (!hasStopped.current) {
      const [error, found] = await safe(ordersClient.stripe.check.call({ reference }))
      if (found?.isChecked === true) {
        const { status, processingSince, declineReason } = found
        if (status === 'approved' || status === 'returned' || processingSince !== null)
          return goTo(resultPath)
        await refresh()
        const note = status === 'declined' ? declined(declineReason) : notCharged(UNFINISHED)
        return setPhase({ name: 'form', note })
      }
      if (error === null) setPhase({ name: 'slow' })
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    setPhase({ name: 'form' })
  }

  async function payOnce(fail: () => void): Promise<void> {
    const parts = getStripe()
    if (parts === undefined) return
    const { stripe, elements } = parts
    setPhase({ name: 'starting' })
    const { error: invalid } = await elements.submit()
    if (invalid !== undefined) {
      fail()
      return setPhase({ name: 'form' })
    }
    const clientSecret = await prepare()
    if (clientSecret === undefined) return fail()
    setPhase({ name: 'confirming' })
    const { error } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: window.location.href.split(/[?#]/, 1)[0] ?? '' },
      redirect: 'if_required',
    })
    const note = error === undefined ? undefined : explainError(error)
    if (note !== undefined) {
      fail()
      await refresh()
      return setPhase({ name: 'form', note })
    }
    setPhase({ name: 'checking' })
    await check()
  }

  return {
    /** `fail` tells a wallet that nothing was paid. A second press while paying does nothing. */
    pay: async (fail: () => void = () => undefined): Promise<void> => {
      if (isPaying.current) return
      isPaying.current = true
      try {
        await payOnce(fail)
      } finally {
        isPaying.current = false
      }
    },
    /** Checks the payment of a buyer who comes back from the bank's own page or from another tab. */
    check: () => {
      setPhase({ name: 'checking' })
      return check()
    },
  }
}

/** Returns the note about an error of Stripe.js; undefined when only the server can know what happened. */
function explainError(error: StripeError): PayNote | undefined {
  if (error.code === 'payment_intent_authentication_failure')
    return {
      title: 'Your bank couldn’t confirm it’s you.',
      text: 'You haven’t been charged. Try again, or use another payment method.',
    }
  if (error.type === 'card_error') return declined(error.message)
  if (error.type === 'validation_error') return notCharged(error.message ?? 'Check the form, then try again.')
  return undefined
}

const declined = (reason: string | null | undefined): PayNote => ({
  title: 'Your bank declined the payment.',
  text: `You haven’t been charged. ${reason ?? ''} Use another card or another payment method.`.replace(
    '  ',
    ' ',
  ),
})
