/**
 * What was typed as an amount of dollars, in cents: `16`, `12.5`, `$1,600.00`. Undefined when it is none. Commas part thousands only, so
 * that `1,50` is asked about and never taken for 150 dollars.
 */
export function readAmount(typed: string): number | undefined {
  const bare = typed.trim().replace(/^\$\s*/u, '')
  const match = /^(\d{1,3}(?:[, ]\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/u.exec(bare)
  if (!match) return undefined
  const [, dollars = '', cents = ''] = match
  return Number(dollars.replaceAll(/[, ]/gu, '')) * 100 + Number(cents.padEnd(2, '0'))
}

/** A whole number of things; undefined when it is none. */
export function readCount(typed: string): number | undefined {
  const text = typed.replaceAll(/[\s,]/g, '')
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
