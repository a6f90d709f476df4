/** Whether a price has no tax, includes it, or has it added. */
export type TaxMode = 'none' | 'included' | 'added'

export interface Tax {
  mode: TaxMode
  /** In millionths: 190,000 are 19%. */
  ratePpm: number
}

export const NO_TAX: Tax = { mode: 'none', ratePpm: 0 }
export const MAX_TAX_PPM = 1_000_000

export interface TaxedAmount {
  netCents: number
  taxCents: number
  grossCents: number
}

/**
 * Returns the tax of a price, rounded half up to the currency's smallest unit. Exact up to 9 billion units at
 * rates up to 100%.
 * @throws RangeError for a negative or fractional amount or rate
 */
export function calculateTax(cents: number, tax: Tax): TaxedAmount {
  const { quotient, remainder, divisor } = divideTax(cents, tax)
  return addTax(cents, quotient + (2 * remainder >= divisor ? 1 : 0), tax.mode)
}

/** Returns the tax that is added to a price; 0 if it has none or includes it. */
export function calculateAddedTax(cents: number, tax: Tax): number {
  return tax.mode === 'added' ? calculateTax(cents, tax).taxCents : 0
}

/**
 * Returns the tax of each line, so that the taxes sum to the tax of the total. Leftover units go to the largest
 * remainders, the earlier line first.
 */
export function splitTax(lines: readonly number[], tax: Tax): TaxedAmount[] {
  const total = lines.reduce((sum, cents) => sum + cents, 0)
  const parts = lines.map((cents, line) => ({ line, ...divideTax(cents, tax) }))
  const left = calculateTax(total, tax).taxCents - parts.reduce((sum, { quotient }) => sum + quotient, 0)
  const favored = new Set(
    parts
      .toSorted((a, b) => b.remainder - a.remainder || a.line - b.line)
      .slice(0, left)
      .map(({ line }) => line),
  )
  return lines.map((cents, line) =>
    addTax(cents, (parts[line]?.quotient ?? 0) + (favored.has(line) ? 1 : 0), tax.mode),
  )
}

/** Divides exactly: the tax is `quotient + remainder / divisor`. */
function divideTax(cents: number, { mode, ratePpm }: Tax) {
  for (const value of [cents, ratePpm])
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`Not a whole amount or rate: ${value}`)
  const divisor = mode === 'included' ? 1_000_000 + ratePpm : 1_000_000
  const product = mode === 'none' ? 0 : cents * ratePpm
  const remainder = product % divisor
  return { quotient: (product - remainder) / divisor, remainder, divisor }
}

function addTax(cents: number, taxCents: number, mode: TaxMode): TaxedAmount {
  return mode === 'included'
    ? { netCents: cents - taxCents, taxCents, grossCents: cents }
    : { netCents: cents, taxCents, grossCents: cents + taxCents }
}
