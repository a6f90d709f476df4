import { type Currency, getDecimals } from './currency'

const formatters = new Map<Currency, Intl.NumberFormat>()

/**
 * Formats an integer of the currency's smallest unit: `7040` -> `$70.40`, `€70.40`, `CA$70.40`, `¥7,040`.
 * @throws RangeError for anything else
 */
export function formatMoney(cents: number, currency: Currency): string {
  assertCents(cents)
  // Most prices are small and in dollars, and Intl takes about ten times as long.
  if (currency === 'USD' && cents >= 0 && cents < 1000_00)
    return `$${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
  // Unlike a quotient, a decimal string is exact for every integer.
  return getFormatter(currency).format(`${cents}e-${getDecimals(currency)}` as `${number}`)
}

/** Formats an amount for programs and spreadsheets: `1800` -> `18.00`, and `1800` in yen. */
export function formatDecimal(cents: number, currency: Currency): string {
  assertCents(cents)
  const decimals = getDecimals(currency)
  return (cents / 10 ** decimals).toFixed(decimals)
}

/** Returns how people write the currency: as formatMoney does (`CA$`, `SEK`), its own sign (`$`, `kr`), and its code. */
export function listCurrencyMarks(currency: Currency): string[] {
  const marks = (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  })
  return [...new Set(marks)]
}

/** Returns the currency for a list: `EUR, Euro`. */
export function formatCurrencyName(currency: Currency): string {
  const names = new Intl.DisplayNames('en-US', { type: 'currency' })
  return `${currency}, ${names.of(currency) ?? currency}`
}

/** Formats a balance, with a real minus sign: `−$12.00`, `$0.00`. */
export function formatBalance(cents: number, currency: Currency): string {
  return formatMoney(cents, currency).replace('-', '−')
}

/** Formats an entry of a statement: `+$12.00`, `−$12.00`, `$0.00`. */
export function formatChange(cents: number, currency: Currency): string {
  return `${cents > 0 ? '+' : ''}${formatBalance(cents, currency)}`
}

/**
 * Formats a price for buyers: `0` -> `Free`, otherwise like formatMoney. Totals use formatMoney, which gives `$0.00`.
 */
export function formatPrice(cents: number, currency: Currency): string {
  return cents === 0 ? 'Free' : formatMoney(cents, currency)
}

/**
 * Returns a share in whole cents, rounding half a cent up: `calculateShare(640, 1000)` -> `64` (1 basis point is 0.01%). The
 * database computes fees the same way, (cents * points + 5000) / 10000 in integer division, so negative values aren't
 * allowed. Exact below 9 billion dollars for shares up to 100%.
 */
export function calculateShare(cents: number, basisPoints: number): number {
  assertCents(cents)
  return Math.floor((cents * basisPoints + 5000) / 10_000)
}

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`)
}

// The locale is fixed, so that server and browser write amounts alike.
function getFormatter(currency: Currency): Intl.NumberFormat {
  let formatter = formatters.get(currency)
  if (!formatter) {
    formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    formatters.set(currency, formatter)
  }
  return formatter
}
