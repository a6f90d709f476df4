import { formatShortDay } from '~/lib/time'

export type DayState = 'free' | 'held' | 'booked'
/** A month of a DJ's calendar from the server. Days that aren't listed aren't usual days. */
export type MonthOfDays = {
  timezone: string
  today: string
  days: readonly { day: string; state: DayState }[]
}

/**
 * Returns the state of a day for a booking request; undefined for a past free day and for a day that isn't a usual
 * one.
 */
export function findDayState(month: MonthOfDays | undefined, day: string): DayState | undefined {
  const state = month?.days.find((entry) => entry.day === day)?.state
  return state === 'free' && month !== undefined && day < month.today ? undefined : state
}

/** Lists the month's free days from today on, earliest first. */
export function listFreeDays(month: MonthOfDays | undefined): string[] {
  const days = month?.days.map(({ day }) => day) ?? []
  return days.filter((day) => findDayState(month, day) === 'free').sort()
}

const stateTexts: Record<DayState, string> = {
  free: 'Available.',
  held: 'On hold. You can still request it.',
  booked: 'Booked. Another set that day may still fit.',
}

/** `Available. 5 and 12 Dec are on hold.` */
export function describeDay(month: MonthOfDays | undefined, day: string): string | undefined {
  if (!month || day === '') return undefined
  const state = findDayState(month, day)
  const held = month.days.filter(
    (entry) => entry.state === 'held' && entry.day >= month.today && entry.day !== day,
  )
  return [
    state ? stateTexts[state] : 'Not a usual day. You can still request it.',
    describeHolds(held.map((entry) => entry.day)),
  ]
    .filter(Boolean)
    .join(' ')
}

/** `5 and 12 Dec are on hold.` for days of one month. */
function describeHolds(days: readonly string[]): string {
  const [last, ...others] = days.toSorted().toReversed()
  if (last === undefined) return ''
  const numbers = others.toReversed().map((day) => Number(day.slice(8)))
  const [, number = '', month = ''] = formatShortDay(`${last}T12:00:00Z`, 'UTC').split(' ')
  const all = numbers.length > 0 ? `${numbers.join(', ')} and ${number} ${month}` : `${number} ${month}`
  return `${all} ${days.length === 1 ? 'is' : 'are'} on hold.`
}
