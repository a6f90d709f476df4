/** `?book=2026-12-18` opens the dialog on that day, `?book=any` without one. Undefined for anything else. */
export function readBook(value: unknown): string | undefined {
  return value === 'any' || isDay(value) ? value : undefined
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/u.test(value)) return false
  const at = Date.parse(`${value}T00:00:00Z`)
  // The 31st of February is read as a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
