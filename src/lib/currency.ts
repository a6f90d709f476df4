/** The currencies that events are sold in, as ISO 4217 codes. */
export const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'CHF',
  'SEK',
  'DKK',
  'NOK',
  'PLN',
  'CZK',
  'CAD',
  'AUD',
  'JPY',
] as const

export type Currency = (typeof CURRENCIES)[number]

export function isCurrency(text: string): text is Currency {
  return CURRENCIES.some((currency) => currency === text)
}

/** Returns how many decimals the currency has: amounts are integers of its smallest unit. */
export function getDecimals(currency: Currency): number {
  return currency === 'JPY' ? 0 : 2
}
