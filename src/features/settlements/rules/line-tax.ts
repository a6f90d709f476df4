import { calculateTax, type Tax } from '~/lib/tax'
import type { StatementLine } from './statement-line'

const TAXED: ReadonlySet<StatementLine> = new Set(['sales', 'refunds', 'disputes'])

/**
 * Whether amounts on this line include tax. `refunds` already includes refunds that the organizer paid without the
 * provider, so `paid_refunds` has no tax.
 */
export const isTaxed = (line: StatementLine): boolean => TAXED.has(line)

/**
 * Returns the tax in an amount of an event, with the sign of the amount: 0 for lines without tax. The amount includes
 * its tax in every tax mode.
 */
export function calculateLineTax(
  { line, cents }: { line: StatementLine; cents: number },
  { mode, ratePpm }: Tax,
): number {
  if (mode === 'none' || !isTaxed(line)) return 0
  const { taxCents } = calculateTax(Math.abs(cents), { mode: 'included', ratePpm })
  return cents < 0 ? 0 - taxCents : taxCents
}
