import { formatShort } from '~/lib/time'

export interface SaleWindow {
  saleStartsAt: string | null
  saleEndsAt: string | null
}

/**
 * Returns why a type cannot be bought at `now` (milliseconds), with times in the event's zone; null within its sale
 * window.
 */
export function describeOffSale(window: SaleWindow, timezone: string, now: number): string | null {
  const { saleStartsAt, saleEndsAt } = window
  if (saleStartsAt !== null && now < Date.parse(saleStartsAt))
    return `On sale from ${formatShort(saleStartsAt, timezone)}`
  if (saleEndsAt !== null && now >= Date.parse(saleEndsAt)) return 'Sale ended'
  return null
}
