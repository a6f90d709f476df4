import type { Currency } from '~/lib/currency'

/** Stripe's minimum charges in the smallest unit, from docs.stripe.com/currencies. */
const MIN_CHARGES: Readonly<Record<Currency, number>> = {
  USD: 50,
  EUR: 50,
  GBP: 30,
  CHF: 50,
  SEK: 300,
  DKK: 250,
  NOK: 300,
  PLN: 200,
  CZK: 1500,
  CAD: 50,
  AUD: 50,
  JPY: 50,
}

/** Returns the smallest amount that a card can be charged. */
export function getMinCharge(currency: Currency): number {
  return MIN_CHARGES[currency]
}
