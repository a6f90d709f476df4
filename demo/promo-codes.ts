import type { Transaction } from '~/database/connect'
import { type SeedPromoCode, promoCodes } from './texts/event-activity'
import type { SeedVenue } from './texts/venues'
import { type PlannedEvent, toCents } from './events'
import { insertRows } from './insert-rows'
import type { PlannedOrder } from './planned-order'
import { seedId } from './random'

export function getPromoCodeId(code: string): string {
  return seedId(
    'promo-code',
    promoCodes.findIndex((promoCode) => promoCode.code === code),
  )
}

/** Returns the discount of a code in cents, as features/orders/rules/discount.ts does. */
export function calculateDiscount(
  { percent, dollars = 0 }: SeedPromoCode,
  cents: number,
  place: SeedVenue,
): number {
  return percent === undefined
    ? Math.min(toCents(dollars, place), cents)
    : Math.floor((cents * percent + 50) / 100)
}

/**
 * Assigns the promo codes of each event to anonymous orders, spread over the sale: each code to as many orders as its
 * `used` says.
 */
export function assignPromoCodes(orders: PlannedOrder[]): void {
  for (const code of promoCodes) {
    const own = orders.filter(
      ({ event, customerId, status, code: other, isGift, items }) =>
        event.title === code.event &&
        customerId === null &&
        status === 'confirmed' &&
        other === null &&
        !isGift &&
        items.every(({ type }) => type.priceCents > 0),
    )
    if (own.length < code.used) throw new RangeError(`Too few orders of ${code.event} for ${code.code}`)
    for (let n = 0; n < code.used; n++) {
      const order = own[Math.floor((n * own.length) / code.used)]
      if (order) order.code = code
    }
  }
}

export async function seedPromoCodes(
  trx: Transaction,
  events: readonly PlannedEvent[],
  orders: readonly PlannedOrder[],
): Promise<void> {
  await insertRows(
    trx,
    'promo_codes',
    promoCodes.map((code) => {
      const event = events.find(({ title }) => title === code.event)
      if (!event) throw new RangeError(`The demo has no event called ${code.event}`)
      return {
        id: getPromoCodeId(code.code),
        event_id: event.id,
        code: code.code,
        percent: code.percent ?? null,
        amount_cents: code.dollars === undefined ? null : toCents(code.dollars, event.place),
        use_limit: code.limit ?? null,
        used: orders.filter((order) => order.code === code && order.status === 'confirmed').length,
        ends_at: event.startsAt,
        created_at: event.createdAt,
      }
    }),
  )
}
