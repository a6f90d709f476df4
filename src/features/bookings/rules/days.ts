const DAY = 86_400_000

/**
 * Adds days to a calendar day such as `2026-12-18`. Calendar days need no time zone: March 31 is followed by April 1
 * everywhere.
 */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10)
}

/** Lists every day from `first` to `last`. */
export function listDays(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the weekday of a calendar day: 1 is Monday, 7 is Sunday. */
export function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** Lists every day of a month such as `2026-12`. */
export function listMonthDays(month: string): string[] {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * Returns up to `count` free days closest to `day`, in calendar order; of two days at the same distance, the later
 * one is preferred. Searches `reach` days in both directions, never before `today`.
 */
export function findNearestDays(
  { day, today, reach, count }: { day: string; today: string; reach: number; count: number },
  isFree: (day: string) => boolean,
): string[] {
  const found: string[] = []
  for (let away = 0; away <= reach && found.length < count; away += 1)
    for (const near of away === 0 ? [day] : [addDays(day, away), addDays(day, -away)])
      if (found.length < count && near >= today && isFree(near)) found.push(near)
  return found.toSorted()
}
