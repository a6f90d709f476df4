const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** The week as it is shown, Monday first: each day's name, and whether it is among `days` (1 is Monday). */
export function weekOf(days: readonly number[]): { name: string; isAvailable: boolean }[] {
  return NAMES.map((name, position) => ({ name, isAvailable: days.includes(position + 1) }))
}

/** `[5, 6]` -> `Fri, Sat`; all seven -> `Every day`; none -> undefined. */
export function availabilityWords(days: readonly number[]): string | undefined {
  const available = weekOf(days).filter((day) => day.isAvailable)
  if (available.length === NAMES.length) return 'Every day'
  return available.map((day) => day.name).join(', ') || undefined
}
