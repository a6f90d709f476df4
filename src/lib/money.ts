import { formatCount } from './count'

/**
 * Formats integer cents: `7040` -> `$70.40`, `-1234500` -> `-$12,345.00`.
 * @throws RangeError for anything else
 */
export function formatDollars(cents: number): string {
  assertCents(cents)
  const absolute = Math.abs(cents)
  const sign = cents < 0 ? '-' : ''
  return `${sign}$${formatCount(Math.trunc(absolute / 100))}.${String(absolute % 100).padStart(2, '0')}`
}

/** Formats a balance, with a real minus sign: `−$12.00`, `$0.00`. */
export function formatBalance(cents: number): string {
  return formatDollars(cents).replace('-', '−')
}

/** Formats an entry of a statement: `+$12.00`, `−$12.00`, `$0.00`. */
export function formatChange(cents: number): string {
  return `${cents > 0 ? '+' : ''}${formatBalance(cents)}`
}

/**
 * Formats a price for buyers: `0` -> `Free`, otherwise like formatDollars. Totals use formatDollars, which gives
 * `$0.00`.
 */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Free' : formatDollars(cents)
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
