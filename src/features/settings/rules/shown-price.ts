import type { Currency } from '~/lib/currency'
import { formatMoney, formatPrice, calculateShare } from '~/lib/money'
import { calculateAddedTax, type Tax } from '~/lib/tax'
import { getTaxName } from '~/lib/tax-rate'
import type { PriceDisplay } from './settings'

/** The settings that decide which part of a price is shown. */
export interface FeeTerms {
  priceDisplay: PriceDisplay
  /** The service fee in basis points: 1000 is 10%. */
  feeBasisPoints: number
  /** The rate of the tax that the fee includes, in millionths. */
  feeTaxPpm: number
}

/** Everything that decides how the prices of an event are shown. */
export interface PriceTerms extends FeeTerms {
  currency: Currency
  tax: Tax
}

type ShownTerms = Pick<PriceTerms, 'priceDisplay' | 'feeBasisPoints' | 'tax'>

/**
 * Returns the price of one ticket as shown to visitors. An included fee and added tax are rounded per ticket. An
 * order rounds them only once, for its subtotal. So its total may differ from ten times the price of one ticket by up
 * to five cents.
 */
export function computeShownCents(cents: number, { priceDisplay, feeBasisPoints, tax }: ShownTerms): number {
  return priceDisplay === 'all_in'
    ? cents + calculateShare(cents, feeBasisPoints) + calculateAddedTax(cents, tax)
    : cents
}

/** Returns the fee and tax that an order adds to the shown price of one ticket, in cents; 0 when the price includes them. */
export function computeAddedFeeAndTax(
  cents: number,
  { priceDisplay, feeBasisPoints, tax }: ShownTerms,
): { feeCents: number; taxCents: number } {
  return priceDisplay === 'all_in'
    ? { feeCents: 0, taxCents: 0 }
    : { feeCents: calculateShare(cents, feeBasisPoints), taxCents: calculateAddedTax(cents, tax) }
}

/** Formats the fee and tax that are added to a price: `+ $1.42 tax + $1.60 fee`; empty if nothing is added. */
export function formatAddedFeeAndTax(
  { feeCents, taxCents }: { feeCents: number; taxCents: number },
  currency: Currency,
): string {
  return [
    taxCents > 0 && `+ ${formatMoney(taxCents, currency)} ${getTaxName(currency)}`,
    feeCents > 0 && `+ ${formatMoney(feeCents, currency)} fee`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Formats the price of one ticket as visitors see it before the checkout. */
export function formatShownPrice(cents: number, terms: PriceTerms): string {
  const { currency } = terms
  return `${formatPrice(computeShownCents(cents, terms), currency)} ${formatAddedFeeAndTax(computeAddedFeeAndTax(cents, terms), currency)}`.trimEnd()
}

/**
 * Returns the shown amounts of an order's lines, in order. With fee and tax included they add up to the order's
 * total. Each amount is the difference of two rounded running sums, so that the rounding errors don't add up.
 */
export function computeShownLines(linesCents: readonly number[], terms: ShownTerms): number[] {
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
