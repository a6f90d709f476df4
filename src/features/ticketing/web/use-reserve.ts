import { isDefinedError, safe } from '@orpc/client'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { clientKeyFor, forgetClientKeys } from './client-key'
import { ticketing } from './queries'
import { writeSelection, type Selection } from './selection-search'

/**
 * Holds a selection. When others were faster, `onSoldOut` gets what is free now of the type that ran short; every other
 * failure is a toast. The choice stays on the screen in all cases.
 */
export function useReserve(options: {
  eventId: string
  /** Resolves when the checkout has opened, or when the person turned back before it could. */
  onReserved: (orderId: string) => Promise<void> | void
  onSoldOut: (free: ReadonlyMap<string, number>) => void
}) {
  const { eventId, onReserved, onSoldOut } = options
  const [isReserving, setIsReserving] = useState(false)

  const hold = (selection: Selection) =>
    safe(
      ticketing.reserve.call({
        eventId,
        clientKey: clientKeyFor(eventId, writeSelection(selection) ?? ''),
        items: Object.entries(selection).map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
      }),
    )

  const reserve = async (selection: Selection) => {
    setIsReserving(true)
    let [error, order] = await hold(selection)
    if (order !== undefined && hasEnded(order)) {
      // The key still stood for an order that has ended: this is a new purchase of the same tickets.
      forgetClientKeys(eventId)
      ;[error, order] = await hold(selection)
    }
    if (order !== undefined) {
      // Busy as long as the checkout is opening.
      await onReserved(order.id)
      setIsReserving(false)
      return
    }
    setIsReserving(false)
    if (isDefinedError(error) && error.code === 'SOLD_OUT')
      onSoldOut(new Map([[error.data.ticketTypeId, error.data.remaining]]))
    else notify.error(errorMessage(error))
  }

  return { reserve: (selection: Selection) => void reserve(selection), isReserving }
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
