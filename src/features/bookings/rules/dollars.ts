/**
 * Parses an amount as typed (`1200`, `$1,400.5`, `1 400.00`) to cents. Returns null for an empty field and undefined
 * for an invalid amount. Commas only separate thousands, so `1,50` is rejected instead of being read as 150 dollars.
 */
export function parseDollars(text: string): number | null | undefined {
  const bare = text.trim().replace(/^\$\s*/u, '')
  if (bare === '') return null
  const match = /^(\d{1,3}(?:[, ]\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/u.exec(bare)
  if (!match) return undefined
  const [, dollars = '', cents = ''] = match
  return Number(dollars.replaceAll(/[, ]/gu, '')) * 100 + Number(cents.padEnd(2, '0'))
}
