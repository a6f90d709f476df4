import { type Currency, getDecimals } from './currency'
import { listCurrencyMarks } from './money'

/**
 * Parses an amount as typed (`1200`, `$1,400.5`, `1 400.00 USD`) to the currency's smallest unit. Returns null for an
 * empty field and undefined for an invalid amount. Commas only separate thousands, so `1,50` is rejected instead of
 * being read as 150 dollars.
 */
export function parseAmount(text: string, currency: Currency): number | null | undefined {
  const bare = stripCurrency(text.trim(), currency)
  if (bare === '') return null
  const match = /^(\d{1,3}(?:[, ]\d{3})+|\d{1,9})(?:\.(\d*))?$/u.exec(bare)
  if (!match) return undefined
  const [, whole = '', fraction] = match
  const decimals = getDecimals(currency)
  if (fraction !== undefined && (decimals === 0 || fraction.length > decimals)) return undefined
  const cents = Number(whole.replaceAll(/[, ]/gu, '') + (fraction ?? '').padEnd(decimals, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** Removes the sign or code of the currency, in front or behind. */
function stripCurrency(text: string, currency: Currency): string {
  for (const mark of listCurrencyMarks(currency)) {
    if (isSame(text.slice(0, mark.length), mark)) return text.slice(mark.length).trimStart()
    if (isSame(text.slice(-mark.length), mark)) return text.slice(0, -mark.length).trimEnd()
  }
  return text
}

function isSame(text: string, mark: string): boolean {
  return text.toUpperCase() === mark.toUpperCase()
}
