import { formatShortDay } from '~/lib/time'

export type DayState = 'free' | 'held' | 'booked'
/** A month of a DJ's calendar from the server; days left out are not usual days. */
export type MonthOfDays = {
  timezone: string
  today: string
  days: readonly { day: string; state: DayState }[]
}

/** Returns the state of a day for a request; past free days cannot be requested. */
export function stateOf(month: MonthOfDays | undefined, day: string): DayState | undefined {
  const state = month?.days.find((one) => one.day === day)?.state
  return state === 'free' && month !== undefined && day < month.today ? undefined : state
}

/** Lists the days of the month that can be requested, earliest first. */
export function freeDays(month: MonthOfDays | undefined): string[] {
  const days = month?.days.map(({ day }) => day) ?? []
  return days.filter((day) => stateOf(month, day) === 'free').sort()
}

const words: Record<DayState, string> = {
  free: 'Available.',
  held: 'On hold. You can still request it.',
  booked: 'Booked. Another set that day may still fit.',
}

/** `Available. 5 and 12 Dec are on hold.` */
export function dayHelp(month: MonthOfDays | undefined, day: string): string | undefined {
  if (!month || day === '') return undefined
  const state = stateOf(month, day)
  const held = month.days.filter((one) => one.state === 'held' && one.day >= month.today && one.day !== day)
  return [
    state ? words[state] : 'Not a usual day. You can still request it.',
    describeHolds(held.map((one) => one.day)),
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
