import { calculateTax, type Tax } from '~/lib/tax'
import type { StatementLine } from './statement-line'

const TAXED: ReadonlySet<StatementLine> = new Set(['sales', 'refunds', 'disputes'])

/** A refund that the organizer paid without the provider is in `refunds` already, with its tax. */
export const isTaxed = (line: StatementLine): boolean => TAXED.has(line)

/**
 * Returns the tax in an amount of an event, with the sign of the amount: 0 for lines without tax. Calculated from the
 * amount, which has its tax in every mode.
 */
export function calculateLineTax(
  { line, cents }: { line: StatementLine; cents: number },
  { mode, ratePpm }: Tax,
): number {
  if (mode === 'none' || !isTaxed(line)) return 0
  const { taxCents } = calculateTax(Math.abs(cents), { mode: 'included', ratePpm })
  return cents < 0 ? 0 - taxCents : taxCents
}
