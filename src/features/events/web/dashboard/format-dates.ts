import { formatDay, formatShortDate } from '~/lib/time'

/** `Sunday`: the day on which an event of `date` ends; the same day if it ends before midnight. */
export function formatEndDay(date: string, startClock: string, endClock: string | null): string | undefined {
  const noon = Date.parse(`${date}T12:00:00Z`)
  if (Number.isNaN(noon) || endClock === null || endClock === '' || startClock === '') return undefined
  const isNext = endClock <= startClock
  return formatDay(new Date(noon + (isNext ? 86_400_000 : 0)), 'UTC').split(' ')[0]
}

/** `Sat 5 Dec 2026`; undefined while no day is chosen. */
function formatDateLabel(date: string): string | undefined {
  const noon = `${date}T12:00:00Z`
  return Number.isNaN(Date.parse(noon)) ? undefined : formatShortDate(noon, 'UTC')
}

export function formatFlyerDate(date: string, clock: string): readonly [string, string?] | undefined {
  const label = formatDateLabel(date)
  if (label === undefined) return undefined
  const day = label.replace(/ \d{4}$/u, '')
  return clock === '' ? [day] : [day, clock]
}
