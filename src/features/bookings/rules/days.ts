const DAY = 86_400_000

/** Calendar days, `2026-12-18`, without any zone: the day after the last of March is the first of April everywhere. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10)
}

/** Lists every day from `first` to `last`. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** Every day of `2026-12`, in order. */
export function daysOfMonth(month: string): string[] {
  const days: string[] = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * The `count` days closest to `day` that are free, in order of the calendar; of two at the same distance the later one is
 * taken first. Looks `reach` days to both sides and never before `today`.
 */
export function nearestDays(
  { day, today, reach, count }: { day: string; today: string; reach: number; count: number },
  isFree: (day: string) => boolean,
): string[] {
  const found: string[] = []
  for (let away = 0; away <= reach && found.length < count; away += 1)
    for (const near of away === 0 ? [day] : [addDays(day, away), addDays(day, -away)])
      if (found.length < count && near >= today && isFree(near)) found.push(near)
  return found.toSorted()
}
