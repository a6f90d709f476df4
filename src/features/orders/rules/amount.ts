/**
 * Parses an amount of dollars: `16`, `12.5`, `$1,600.00`. Returns cents, or undefined when it is invalid. Commas only
 * separate thousands: `1,50` is invalid, because it could mean 1.50.
 */
export function parseAmount(typed: string): number | undefined {
  const bare = typed.trim().replace(/^\$\s*/u, '')
  const match = /^(\d{1,3}(?:[, ]\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/u.exec(bare)
  if (!match) return undefined
  const [, dollars = '', cents = ''] = match
  return Number(dollars.replaceAll(/[, ]/gu, '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** Parses a whole number; undefined when it is invalid. */
export function parseCount(typed: string): number | undefined {
  const text = typed.replaceAll(/[\s,]/g, '')
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
