import { useMemo, useState } from 'react'
import { describeOffSale, type SaleWindow } from './sale-window'

/** Returns an event's ticket types for its ticket panel, with their availability and why one cannot be bought now. */
export function useOfferedTypes<Type extends SaleWindow & { available: number }>(event: {
  ticketTypes: readonly Type[]
  timezone: string
}): (Type & { remaining: number; offSale: string | null })[] {
  const [now] = useState(() => Date.now())
  return useMemo(
    () =>
      event.ticketTypes.map((type) => ({
        ...type,
        remaining: type.available,
        offSale: describeOffSale(type, event.timezone, now),
      })),
    [event, now],
  )
}
