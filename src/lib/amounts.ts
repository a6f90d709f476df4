import type { Currency } from './currency'
import { formatBalance } from './money'

/** In the smallest unit of the currency. */
export interface Amount {
  currency: Currency
  cents: number
}

/** Returns one sum for each currency, in the order in which the currencies appear. */
export function sumByCurrency(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<Currency, number>()
  for (const { currency, cents } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums].map(([currency, cents]) => ({ currency, cents }))
}

/**
 * Formats one amount for each currency: `$1,060.05, €300.00`. Zero is left out beside other amounts, and if all are zero, the
 * first is shown.
 */
export function formatAmounts(amounts: readonly Amount[]): string {
  const shown = amounts.filter(({ cents }) => cents !== 0)
  return (shown.length === 0 ? amounts.slice(0, 1) : shown)
    .map(({ cents, currency }) => formatBalance(cents, currency))
    .join(', ')
}
