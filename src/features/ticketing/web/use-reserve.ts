import { isDefinedError, safe } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { rememberAccessCode } from './access-code'
import { clientKeyFor, forgetClientKeys } from './client-key'
import { openOrdersQuery, ticketing } from './queries'
import { readVisit } from './visit-source'
import { writeSelection, type Selection } from './selection-search'

const promoFaults = ['PROMO_UNKNOWN', 'PROMO_NOT_NOW', 'PROMO_USED_UP', 'PROMO_USED_BY_YOU'] as const

/**
 * Resolves when the checkout has opened, or when the person turned back before it could. `seen`: the total in cents that the
 * person was shown, when the order costs something else.
 */
export type OnReserved = (orderId: string, seen: number | undefined) => Promise<void> | void

/**
 * Holds a selection. When others were faster, `onSoldOut` gets what is free now of the type that ran short; every other
 * failure is a toast, or a note of whoever calls this. The choice stays on the screen in all cases.
 */
export function useReserve(options: {
  eventId: string
  onReserved: OnReserved
  onSoldOut: (free: ReadonlyMap<string, number>) => void
  accessCode?: string | undefined
  promoCode?: string | undefined
  /** The promo code does not count any more; the words say why. */
  onPromoRefused?: ((words: string) => void) | undefined
}) {
  const { eventId, onReserved, onSoldOut, accessCode, promoCode, onPromoRefused } = options
  const queryClient = useQueryClient()
  const [isReserving, setIsReserving] = useState(false)
  const [isEmailNeeded, setIsEmailNeeded] = useState(false)

  const hold = (selection: Selection) =>
    safe(
      ticketing.reserve.call({
        eventId,
        // With another promo code it is another order.
        clientKey: clientKeyFor(eventId, [writeSelection(selection), promoCode].filter(Boolean).join('+')),
        items: Object.entries(selection).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
        source: readVisit(eventId),
        accessCode: accessCode ?? null,
        promoCode: promoCode ?? null,
      }),
    )

  const reserve = async (selection: Selection, shownTotal: number) => {
    setIsReserving(true)
    setIsEmailNeeded(false)
    let [error, order] = await hold(selection)
    if (order !== undefined && hasEnded(order)) {
      // The key still stood for an order that has ended: this is a new purchase of the same tickets.
      forgetClientKeys(eventId)
      ;[error, order] = await hold(selection)
    }
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
    else if (isDefinedError(error) && error.code === 'SOLD_OUT')
      onSoldOut(new Map([[error.data.ticketTypeId, error.data.remaining]]))
    else if (onPromoRefused && promoFaults.some((code) => hasCode(error, code)))
      onPromoRefused(errorMessage(error))
    else notify.error(errorMessage(error))
  }

  return {
    /** `shownTotal`: what the person was told it costs, in cents. */
    reserve: (selection: Selection, shownTotal: number) => void reserve(selection, shownTotal),
    isReserving,
    /** Refused for want of an address: EmailNeeded says so. */
    isEmailNeeded,
  }
}

/** Answered from an older order of the same key: its hold is over, or it is not held any more. */
function hasEnded(order: {
  status: string
  expiresAt: string
  serverNow: string
  totalCents: number
}): boolean {
  if (order.totalCents === 0) return false
  return order.status !== 'reserved' || Date.parse(order.expiresAt) <= Date.parse(order.serverNow)
}
