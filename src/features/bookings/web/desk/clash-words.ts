import type { BookingDetail } from '../../contract-shapes'
import { townOf } from './booking-words'

/** What else the DJ has on a night, in one sentence; undefined when there is nothing. A client may be in two places. */
export function clashWords(booking: BookingDetail, day: string): string | undefined {
  if (booking.side !== 'dj') return undefined
  const clash =
    booking.clashes.find((night) => night.day === day && night.state === 'booked') ??
    booking.clashes.find((night) => night.day === day)
  if (!clash) return undefined
  const town = townOf(clash.location)
  if (clash.state === 'booked')
    return town === '' ? 'You are booked that night' : `You are booked in ${town} that night`
  if (town !== '') return `You are on hold in ${town} that night`
  return clash.title === '' ? 'You keep that day free' : `You keep that day free: ${clash.title}`
}
