import type { Currency } from '~/lib/currency'
import { formatMoney, formatPrice, calculateShare } from '~/lib/money'
import type { PriceDisplay } from './settings'

/** The settings that decide which part of a price is shown. */
export interface FeeTerms {
  priceDisplay: PriceDisplay
  /** 1000 is 10%. */
  feeBasisPoints: number
}

/** Everything that decides how the prices of an event are shown. */
export interface PriceTerms extends FeeTerms {
  currency: Currency
}

/**
 * Returns the price of one ticket as shown to visitors. An included fee is rounded per ticket. An order computes it
 * once from the subtotal, so ten tickets may differ from an order of ten by up to five cents.
 */
export function computeShownCents(cents: number, { priceDisplay, feeBasisPoints }: FeeTerms): number {
  return priceDisplay === 'all_in' ? cents + calculateShare(cents, feeBasisPoints) : cents
}

/** Returns the fee that an order adds to the shown price of one ticket, in cents; 0 when the price includes it. */
export function computeAddedFeeCents(cents: number, { priceDisplay, feeBasisPoints }: FeeTerms): number {
  return priceDisplay === 'all_in' ? 0 : calculateShare(cents, feeBasisPoints)
}

/** Formats a shown price with the fee that is added to it: `$16.00 + $1.60 fee`, `$17.60` or `Free`. */
export function formatPriceWithFee(shown: number, addedFee: number, currency: Currency): string {
  return addedFee === 0
    ? formatPrice(shown, currency)
    : `${formatMoney(shown, currency)} + ${formatMoney(addedFee, currency)} fee`
}

/** Formats the price of one ticket as visitors see it before the checkout. */
export function formatShownPrice(cents: number, terms: PriceTerms): string {
  return formatPriceWithFee(
    computeShownCents(cents, terms),
    computeAddedFeeCents(cents, terms),
    terms.currency,
  )
}

/**
 * Returns the shown amounts of an order's lines, in order. With the fee included they add up to the order's total. Each
 * line is the difference of two running sums, so it is less than a cent from its exact share.
 */
export function computeShownLines(linesCents: readonly number[], terms: FeeTerms): number[] {
  let before = 0
  let shownBefore = 0
  return linesCents.map((cents) => {
    before += cents
    const shown = computeShownCents(before, terms)
    const line = shown - shownBefore
    shownBefore = shown
    return line
  })
}
