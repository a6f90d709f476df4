import { shareOf } from './money'

/** How a house shows what things cost: its fee on a line of its own, or inside every price. */
export interface PriceTerms {
  priceDisplay: 'itemised' | 'all_in'
  /** 1000 is 10 %. */
  feeBasisPoints: number
}

/**
 * The one price of one thing as a visitor sees it. With the fee inside it is rounded by itself, so ten of them may be up to
 * five cents beside what ten cost together: an order's fee is taken once, of its subtotal, and its total is what is paid.
 */
export function shownCents(cents: number, { priceDisplay, feeBasisPoints }: PriceTerms): number {
  return priceDisplay === 'all_in' ? cents + shareOf(cents, feeBasisPoints) : cents
}

/**
 * The lines of an order as they are shown, in order. With the fee inside they add up to the order's total to the cent: each
 * line is what the sum grows by, so it is never a whole cent away from its own share.
 */
export function shownLines(linesCents: readonly number[], terms: PriceTerms): number[] {
  let before = 0
  let shownBefore = 0
  return linesCents.map((cents) => {
    before += cents
    const shown = shownCents(before, terms)
    const line = shown - shownBefore
    shownBefore = shown
    return line
  })
}
