import { isDefinedError, safe } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { storeAccessCode } from './access-code'
import { getReservationKey, clearReservationKeys } from './reservation-key'
import { openOrdersQuery, ordersClient } from './queries'
import { readVisitSource } from './visit-source'
import { writeSelection, type Selection } from './selection-search'

const promoErrorCodes = ['PROMO_UNKNOWN', 'PROMO_NOT_ACTIVE', 'PROMO_USED_UP', 'PROMO_USED_BY_YOU'] as const

/**
 * Resolves when the checkout has opened or the buyer has left. `seen` is the total in cents that the buyer saw, if
 * the order costs a different amount.
 */
export type OnReserved = (orderId: string, seen: number | undefined) => Promise<void> | void

/** The CAPTCHA of an event that requires one, created by the route. */
export interface BuyerCaptcha {
  /** The CAPTCHA token as input for the reservation; empty without a token. */
  proof: { captcha?: string }
  /** Why the buyer can't continue yet, as a sentence; undefined when the CAPTCHA is solved. */
  problem: string | undefined
  renew: () => void
  renderField: (error: string | undefined) => ReactNode
}

/**
 * Reserves a selection. When a type is sold out, `onSoldOut` gets its remaining stock; other errors are shown as a
 * toast or by the caller. The selection stays on the screen. When the event requires a CAPTCHA and the page has none,
 * the event page opens with the selection.
 */
export function useReserve(options: {
  eventId: string
  onReserved: OnReserved
  onSoldOut: (free: ReadonlyMap<string, number>) => void
  accessCode?: string | undefined
  promoCode?: string | undefined
  captcha?: BuyerCaptcha | undefined
  /** Called with the reason when the promo code is no longer valid. */
  onPromoRefused?: ((message: string) => void) | undefined
  /** Called when the order requires a verified email: show VerifyEmailNote with the reason. */
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
        // The promo code is part of the key, because it changes the order.
        clientKey: getReservationKey(
          eventId,
          [writeSelection(selection), promoCode].filter(Boolean).join('+'),
        ),
        items: Object.entries(selection).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
        source: readVisitSource(eventId),
        accessCode: accessCode ?? null,
        promoCode: promoCode ?? null,
        ...captcha?.proof,
      }),
    )

  const reserve = async (selection: Selection, shownTotal: number) => {
    setIsReserving(true)
    setIsEmailNeeded(false)
    let [error, order] = await hold(selection)
    if (order !== undefined && hasHoldEnded(order)) {
      // The earlier order with this key has ended, so this is a new purchase with a new key. The first request used
      // no CAPTCHA token.
      clearReservationKeys(eventId)
      ;[error, order] = await hold(selection)
    }
    captcha?.renew()
    if (order !== undefined) {
      storeAccessCode(eventId, accessCode)
      await onReserved(order.id, order.totalCents === shownTotal ? undefined : shownTotal)
      setIsReserving(false)
      // Refetches the open orders, because the reservation replaced one. Runs after the checkout has opened, so that
      // this page doesn't change.
      void queryClient.invalidateQueries({ queryKey: openOrdersQuery().queryKey })
      return
    }
    setIsReserving(false)
    if (hasErrorCode(error, 'EMAIL_NEEDED')) setIsEmailNeeded(true)
    else if (onUnverified && hasErrorCode(error, 'EMAIL_UNVERIFIED')) onUnverified(getErrorMessage(error))
    else if (!captcha && hasErrorCode(error, 'CAPTCHA_FAILED'))
      window.location.assign(getSelectionPath(eventId, selection, [accessCode, promoCode]))
    else if (isDefinedError(error) && error.code === 'SOLD_OUT')
      onSoldOut(new Map([[error.data.ticketTypeId, error.data.remaining]]))
    else if (onPromoRefused && promoErrorCodes.some((code) => hasErrorCode(error, code)))
      onPromoRefused(getErrorMessage(error))
    else notify.error(getErrorMessage(error))
  }

  return {
    reserve: (selection: Selection, shownTotal: number) => void reserve(selection, shownTotal),
    isReserving,
    /** True when the account has no email: show EmailNeeded. */
    isEmailNeeded,
  }
}

function getSelectionPath(
  eventId: string,
  selection: Selection,
  codes: readonly (string | undefined)[],
): string {
  const code = codes.filter(Boolean).join('~')
  return `/events/${eventId}?tickets=${writeSelection(selection) ?? ''}${code && `&code=${code}`}#select-tickets`
}

/** Returns whether the response is an older order of the same key whose hold has ended. */
function hasHoldEnded(order: {
  status: string
  expiresAt: string
  serverNow: string
  totalCents: number
}): boolean {
  if (order.totalCents === 0) return false
  return order.status !== 'reserved' || Date.parse(order.expiresAt) <= Date.parse(order.serverNow)
}
