/**
 * Parses the `book` parameter of a DJ page: `?book=2026-12-18` opens the booking dialog on that day, `?book=any`
 * without a day. Returns undefined for anything else.
 */
export function parseBookParam(value: unknown): string | undefined {
  return value === 'any' || isDay(value) ? value : undefined
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/u.test(value)) return false
  const at = Date.parse(`${value}T00:00:00Z`)
  // JavaScript parses February 31 as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
