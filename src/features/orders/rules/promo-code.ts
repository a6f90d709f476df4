import { formatDollars } from '~/lib/money'

/** later: its window has not begun. over: it has ended. used_up: as many orders as it may have hold or bought with it. */
export type PromoState = 'open' | 'later' | 'used_up' | 'over'

export interface PromoTerms {
  useLimit: number | null
  used: number
  startsAt: Date | null
  endsAt: Date | null
}

/** What is over stays over, whatever is left of it. */
export function promoState({ useLimit, used, startsAt, endsAt }: PromoTerms, now: Date): PromoState {
  if (endsAt !== null && endsAt <= now) return 'over'
  if (useLimit !== null && used >= useLimit) return 'used_up'
  if (startsAt !== null && startsAt > now) return 'later'
  return 'open'
}

export interface Discount {
  percent: number | null
  amountCents: number | null
}

/** `20%` or `$16.00` */
export function discountWords({ percent, amountCents }: Discount): string {
  return percent === null ? formatDollars(amountCents ?? 0) : `${percent}%`
}
