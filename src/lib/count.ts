// The locale is fixed, so that server and browser group digits alike.
const groups = new Intl.NumberFormat('en-US')

/** `12500` -> `12,500` */
export function formatCount(count: number): string {
  // Most counts and prices are small, and Intl takes more than twenty times as long.
  if (Number.isInteger(count) && count >= 0 && count < 1000) return String(count)
  return groups.format(count)
}
