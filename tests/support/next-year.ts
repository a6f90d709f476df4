const NEXT_YEAR = new Date().getUTCFullYear() + 1

/**
 * Returns a day of next year: `06-05` gives "2027-06-05" in 2026. It's always in the future, and near enough for an
 * event.
 */
export const nextYear = (day: string): string => `${NEXT_YEAR}-${day}`

/** Writes a day of next year as emails do: "Saturday 5 June 2027". */
export function writeDayOfNextYear(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  return format.format(new Date(`${nextYear(day)}T12:00:00Z`)).replace(',', '')
}
