import type { BookingDetail } from '../../contract-shapes'
import { formatCalendarDay, getTown } from './booking-labels'

/**
 * Describes in one sentence the DJ's other booking or hold on a day; undefined if there is none. Always undefined for
 * the client, who doesn't see the DJ's dates.
 */
export function describeClash(booking: BookingDetail, day: string): string | undefined {
  if (booking.side !== 'dj') return undefined
  const clash =
    booking.clashes.find((event) => event.day === day && event.state === 'booked') ??
    booking.clashes.find((event) => event.day === day)
  if (!clash) return undefined
  const town = getTown(clash.location)
  const date = formatCalendarDay(day)
  if (clash.state === 'booked')
    return town === '' ? `You’re already booked on ${date}` : `You’re already booked in ${town} on ${date}`
  if (town !== '') return `You have offered to play in ${town} on ${date}`
  return clash.title === '' ? `You put ${date} on hold` : `You put ${date} on hold: ${clash.title}`
}
