import { formatCount } from './count'

/** `7040` -> `$70.40`, `-1234500` -> `-$12,345.00`. Cents are whole numbers; anything else throws. */
export function formatDollars(cents: number): string {
  assertCents(cents)
  const absolute = Math.abs(cents)
  const sign = cents < 0 ? '-' : ''
  return `${sign}$${formatCount(Math.trunc(absolute / 100))}.${String(absolute % 100).padStart(2, '0')}`
}

/** A price that a buyer reads: `0` -> `Free`, anything else as formatDollars. Books and totals of sales keep `$0.00`. */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Free' : formatDollars(cents)
}

/**
 * A share of cents in whole cents, half a cent rounds up: `shareOf(640, 1000)` -> `64` (1 basis point is 0.01 %). The
 * database computes fees alike, (cents * points + 5000) / 10000 without its remainder, so nothing negative. Exact below 90
 * million dollars.
 */
export function shareOf(cents: number, basisPoints: number): number {
  assertCents(cents)
  return Math.floor((cents * basisPoints + 5000) / 10_000)
}

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`)
}
