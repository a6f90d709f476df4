import type { Currency } from './currency'
import { toSentenceCase } from './sentence-case'

/** Formats a rate in millionths: `190_000` -> `19%`, `88_750` -> `8.875%`. */
export function formatTaxRate(ratePpm: number): string {
  return `${ratePpm / 10_000}%`
}

/**
 * Parses a typed rate, at most 100% with four decimals, to millionths: `8,875 %` -> `88_750`. Undefined for anything
 * else.
 */
export function parseTaxRate(text: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,4}))?\s*%?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const ratePpm = Number(whole) * 10_000 + Number(decimals.padEnd(4, '0'))
  return ratePpm <= 1_000_000 ? ratePpm : undefined
}

const WITHOUT_VAT: ReadonlySet<Currency> = new Set(['USD', 'CAD', 'AUD', 'JPY'])

/** Names the tax on sales in a currency: `VAT` in Europe, `tax` elsewhere. */
export function getTaxName(currency: Currency): 'VAT' | 'tax' {
  return WITHOUT_VAT.has(currency) ? 'tax' : 'VAT'
}

/** The name of the tax at the start of a label: `VAT`, `Tax`. */
export function formatTaxName(currency: Currency): string {
  return toSentenceCase(getTaxName(currency))
}
