import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { calculateTax } from '~/lib/tax'
import { formatTaxName, formatTaxRate, getTaxName } from '~/lib/tax-rate'
import type { PriceTerms } from './shown-price'

/** Labels the line of the tax that is added to an order: `VAT (19%)`. */
export function formatAddedTaxLabel({ tax, currency }: Pick<PriceTerms, 'tax' | 'currency'>): string {
  return `${formatTaxName(currency)} (${formatTaxRate(tax.ratePpm)})`
}

/**
 * Describes the fee and tax in an order's total that have no line of their own, such as `Includes €6.32 VAT (19%)`.
 * Included tax never has its own line. The fee and added tax have none while the site shows prices with everything
 * included. If the fee has no tax, the note starts with `Tickets include`.
 */
export function listPriceNotes(
  {
    subtotalCents,
    addedTaxCents,
    feeCents,
  }: { subtotalCents: number; addedTaxCents: number; feeCents: number },
  { priceDisplay, tax, feeTaxPpm, currency }: Omit<PriceTerms, 'feeBasisPoints'>,
): string[] {
  const taxes = new Map<number, number>()
  const addIncluded = (cents: number, ratePpm: number) => {
    const { taxCents } = calculateTax(cents, { mode: 'included', ratePpm })
    if (taxCents > 0) taxes.set(ratePpm, (taxes.get(ratePpm) ?? 0) + taxCents)
  }
  const isAllIn = priceDisplay === 'all_in'
  if (isAllIn && addedTaxCents > 0) taxes.set(tax.ratePpm, addedTaxCents)
  if (tax.mode === 'included') addIncluded(subtotalCents, tax.ratePpm)
  addIncluded(feeCents, feeTaxPpm)
  const hasUntaxedFee = feeCents > 0 && feeTaxPpm === 0
  const parts = [...taxes].map(
    ([ratePpm, cents]) => `${formatMoney(cents, currency)} ${formatRate(ratePpm, currency)}`,
  )
  return [
    isAllIn && feeCents > 0 && `including ${formatMoney(feeCents, currency)} service fee`,
    parts.length > 0 && `${hasUntaxedFee ? 'Tickets include' : 'Includes'} ${parts.join(' and ')}`,
  ].filter((note) => note !== false)
}

const formatRate = (ratePpm: number, currency: Currency): string =>
  `${getTaxName(currency)} (${formatTaxRate(ratePpm)})`
