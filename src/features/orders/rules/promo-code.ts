import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'

/** `later`: not valid yet. `over`: expired. `used_up`: held and confirmed orders have reached the limit. */
export type PromoState = 'open' | 'later' | 'used_up' | 'over'

export interface PromoTerms {
  useLimit: number | null
  used: number
  startsAt: Date | null
  endsAt: Date | null
}

/** Returns the state of a promo code. Expiry comes first: an expired code is `over`, even if it was used up. */
export function getPromoState({ useLimit, used, startsAt, endsAt }: PromoTerms, now: Date): PromoState {
  if (endsAt !== null && endsAt <= now) return 'over'
  if (useLimit !== null && used >= useLimit) return 'used_up'
  if (startsAt !== null && startsAt > now) return 'later'
  return 'open'
}

export interface Discount {
  percent: number | null
  amountCents: number | null
}

/** Formats a discount as `20%` or `$16.00`. */
export function formatDiscount({ percent, amountCents }: Discount, currency: Currency): string {
  return percent === null ? formatMoney(amountCents ?? 0, currency) : `${percent}%`
}
