/** Whether a price has no tax, includes it, or has it added. */
export type TaxMode = 'none' | 'included' | 'added'

export interface TaxedAmount {
  netCents: number
  taxCents: number
  grossCents: number
}

/**
 * Returns the tax of a price, rounded half up to the currency's smallest unit (1 basis point is 0.01%). Exact up to 900
 * billion units at rates up to 100%.
 * @throws RangeError for a negative or fractional amount or rate
 */
export function calculateTax(cents: number, rateBasisPoints: number, mode: TaxMode): TaxedAmount {
  const { quotient, remainder, divisor } = divideTax(cents, rateBasisPoints, mode)
  return addTax(cents, quotient + (2 * remainder >= divisor ? 1 : 0), mode)
}

/**
 * Returns the tax of each line, so that the taxes sum to the tax of the total. Leftover units go to the largest
 * remainders, the earlier line first.
 */
export function splitTax(lines: readonly number[], rateBasisPoints: number, mode: TaxMode): TaxedAmount[] {
  const total = lines.reduce((sum, cents) => sum + cents, 0)
  const parts = lines.map((cents, line) => ({ line, ...divideTax(cents, rateBasisPoints, mode) }))
  const left =
    calculateTax(total, rateBasisPoints, mode).taxCents -
    parts.reduce((sum, { quotient }) => sum + quotient, 0)
  const favored = new Set(
    parts
      .toSorted((a, b) => b.remainder - a.remainder || a.line - b.line)
      .slice(0, left)
      .map(({ line }) => line),
  )
  return lines.map((cents, line) =>
    addTax(cents, (parts[line]?.quotient ?? 0) + (favored.has(line) ? 1 : 0), mode),
  )
}

/** Divides exactly: the tax is `quotient + remainder / divisor`. */
function divideTax(cents: number, rateBasisPoints: number, mode: TaxMode) {
  for (const value of [cents, rateBasisPoints])
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`Not a whole amount or rate: ${value}`)
  const divisor = mode === 'included' ? 10_000 + rateBasisPoints : 10_000
  const product = mode === 'none' ? 0 : cents * rateBasisPoints
  const remainder = product % divisor
  return { quotient: (product - remainder) / divisor, remainder, divisor }
}

function addTax(cents: number, taxCents: number, mode: TaxMode): TaxedAmount {
  return mode === 'included'
    ? { netCents: cents - taxCents, taxCents, grossCents: cents }
    : { netCents: cents, taxCents, grossCents: cents + taxCents }
}
