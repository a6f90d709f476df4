import { isDefinedError, safe } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { rememberAccessCode } from './access-code'
import { clientKeyFor, forgetClientKeys } from './client-key'
import { openOrdersQuery, ordersClient } from './queries'
import { readVisit } from './visit-source'
import { writeSelection, type Selection } from './selection-search'

const promoFaults = ['PROMO_UNKNOWN', 'PROMO_NOT_NOW', 'PROMO_USED_UP', 'PROMO_USED_BY_YOU'] as const

/**
 * Resolves when the checkout has opened, or when the buyer left before it could. `seen`: the total in cents that the buyer was
 * shown, when the order costs something else.
 */
export type OnReserved = (orderId: string, seen: number | undefined) => Promise<void> | void

/** The CAPTCHA of an event that requires one, made by the route. */
export interface BuyerCaptcha {
  /** Input for the reservation; empty without a token. */
  proof: { captcha?: string }
  /** Why the check is not complete; undefined when it is. */
  fault: string | undefined
  /** Starts a new check: a token is valid once. */
  renew: () => void
  renderField: (fault: string | undefined) => ReactNode
}

/**
 * Holds a selection. When a type sold out, `onSoldOut` gets its remaining stock; every other failure is a toast, or a note of the
 * caller. The selection stays on the screen. Where there is no CAPTCHA but the event requires one, the event page opens with the same
 * selection.
 */
export function useReserve(options: {
  eventId: string
  onReserved: OnReserved
  onSoldOut: (free: ReadonlyMap<string, number>) => void
  accessCode?: string | undefined
  promoCode?: string | undefined
  captcha?: BuyerCaptcha | undefined
  /** The promo code is no longer valid; the words say why. */
  onPromoRefused?: ((words: string) => void) | undefined
  /** The order is refused until the email is verified: show VerifyFirst with the reason. */
  onUnverified?: ((reason: string) => void) | undefined
}) {
  const { eventId, onReserved, onSoldOut, accessCode, promoCode, captcha } = options
  const { onPromoRefused, onUnverified } = options
  const queryClient = useQueryClient()
  const [isReserving, setIsReserving] = useState(false)
  const [isEmailNeeded, setIsEmailNeeded] = useState(false)

  const hold = (selection: Selection) =>
    safe(
      ordersClient.reserve.call({
        eventId,
        // Another promo code makes another order.
        clientKey: clientKeyFor(eventId, [writeSelection(selection), promoCode].filter(Boolean).join('+')),
        items: Object.entries(selection).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
        source: readVisit(eventId),
        accessCode: accessCode ?? null,
        promoCode: promoCode ?? null,
        ...captcha?.proof,
      }),
    )

  const reserve = async (selection: Selection, shownTotal: number) => {
    setIsReserving(true)
    setIsEmailNeeded(false)
    let [error, order] = await hold(selection)
    if (order !== undefined && hasEnded(order)) {
      // The key belongs to an order that has ended: this is a new purchase of the same tickets. A replay uses no CAPTCHA token.
      forgetClientKeys(eventId)
      ;[error, order] = await hold(selection)
    }
    captcha?.renew()
    if (order !== undefined) {
      rememberAccessCode(eventId, accessCode)
      // Busy as long as the checkout is opening.
      await onReserved(order.id, order.totalCents === shownTotal ? undefined : shownTotal)
      setIsReserving(false)
      // The reservation replaced the open order of this event. Read again once the checkout covers the page.
      void queryClient.invalidateQueries({ queryKey: openOrdersQuery().queryKey })
      return
    }
    setIsReserving(false)
    if (hasCode(error, 'EMAIL_NEEDED')) setIsEmailNeeded(true)
    else if (onUnverified && hasCode(error, 'EMAIL_UNVERIFIED')) onUnverified(errorMessage(error))
    else if (!captcha && hasCode(error, 'CAPTCHA_FAILED'))
      window.location.assign(eventAddress(eventId, selection, [accessCode, promoCode]))
    else if (isDefinedError(error) && error.code === 'SOLD_OUT')
      onSoldOut(new Map([[error.data.ticketTypeId, error.data.remaining]]))
    else if (onPromoRefused && promoFaults.some((code) => hasCode(error, code)))
      onPromoRefused(errorMessage(error))
    else notify.error(errorMessage(error))
  }

  return {
    /** `shownTotal`: the total that the buyer was shown, in cents. */
    reserve: (selection: Selection, shownTotal: number) => void reserve(selection, shownTotal),
    isReserving,
    /** Refused because the account has no email: show EmailNeeded. */
    isEmailNeeded,
  }
}

/** The ticket panel of the event page, with a selection and codes filled in. */
function eventAddress(eventId: string, selection: Selection, codes: readonly (string | undefined)[]): string {
  const code = codes.filter(Boolean).join('~')
  return `/events/${eventId}?tickets=${writeSelection(selection) ?? ''}${code && `&code=${code}`}#select-tickets`
}

/** The answer is an older order of the same key, whose hold is over. */
function hasEnded(order: {
  status: string
  expiresAt: string
  serverNow: string
  totalCents: number
}): boolean {
  if (order.totalCents === 0) return false
  return order.status !== 'reserved' || Date.parse(order.expiresAt) <= Date.parse(order.serverNow)
}
