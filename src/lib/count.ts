// Server and browser must group alike, whatever language either speaks.
const groups = new Intl.NumberFormat('en-US')

/** `12500` -> `12,500` */
export function formatCount(count: number): string {
  // Most counts and prices on a page are small, and Intl takes over twenty times as long.
  if (Number.isInteger(count) && count >= 0 && count < 1000) return String(count)
  return groups.format(count)
}
