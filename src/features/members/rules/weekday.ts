const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Returns the week, Monday first, with the availability of each day; `days` counts from 1 for Monday. */
export function listWeekdays(days: readonly number[]): { name: string; isAvailable: boolean }[] {
  return NAMES.map((name, position) => ({ name, isAvailable: days.includes(position + 1) }))
}

/** Formats `[5, 6]` as `Fri, Sat` and all seven as `Every day`; undefined without days. */
export function formatAvailability(days: readonly number[]): string | undefined {
  const available = listWeekdays(days).filter((day) => day.isAvailable)
  if (available.length === NAMES.length) return 'Every day'
  return available.map((day) => day.name).join(', ') || undefined
}
