import { formatCount } from './count'

/** `7040` -> `$70.40`, `-1234500` -> `-$12,345.00`. Cents are whole numbers; anything else throws. */
export function formatDollars(cents: number): string {
  assertCents(cents)
  const absolute = Math.abs(cents)
  const sign = cents < 0 ? '-' : ''
  return `${sign}$${formatCount(Math.trunc(absolute / 100))}.${String(absolute % 100).padStart(2, '0')}`
}

/** `percentOf(640, 10)` -> `64`: a share of cents in whole cents, half a cent rounds up (away from zero when negative). */
export function percentOf(cents: number, percent: number): number {
  assertCents(cents)
  // Basis points keep 2.5 % exact; integers below 2^53 keep the sum exact for anything under 90 million dollars.
  const basisPoints = Math.round(percent * 100)
  const product = Math.abs(cents) * basisPoints
  const rounded = Math.trunc(product / 10_000) + (product % 10_000 >= 5_000 ? 1 : 0)
  return rounded === 0 ? 0 : Math.sign(cents) * rounded
}

function assertCents(cents: number): void {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`)
}
