/**
 * An amount as people type it, in cents: `1200`, `$1,400.5`, `1 400.00`. Null for an empty field, undefined for what is no
 * amount. Commas part thousands only, so that `1,50` is asked about and never taken for 150 dollars.
 */
export function parseDollars(text: string): number | null | undefined {
  const bare = text.trim().replace(/^\$\s*/u, '')
  if (bare === '') return null
  const match = /^(\d{1,3}(?:[, ]\d{3})+|\d{1,9})(?:\.(\d{0,2}))?$/u.exec(bare)
  if (!match) return undefined
  const [, dollars = '', cents = ''] = match
  return Number(dollars.replaceAll(/[, ]/gu, '')) * 100 + Number(cents.padEnd(2, '0'))
}
