import { regulars } from './texts/bookings'
import { djs } from './texts/djs'
import { venues } from './texts/venues'
import { toInstant } from './local-time'
import type { PlannedBooking } from './planned-booking'
import { pickBetween, createRandom, cycle } from './random'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Unnumbered = Omit<PlannedBooking, 'id'>

// The newest generated booking is this many weeks ago, before every booking in the data files. So no DJ has two
// bookings at the same time.
const WEEKS_BEFORE = 13

const places = Object.entries(venues).flatMap(([key, venue]) =>
  isVenueKey(key) ? [{ key, zone: venue.zone }] : [],
)
const kinds = ['Club Night', 'Warehouse', 'Club Night', 'Live Set', 'Day Party', 'Residency'] as const

/**
 * Plans past bookings up to each DJ's number of completed bookings on Discover: on Fridays and Saturdays, going back
 * from the newest.
 */
export function planPastBookings(current: readonly Unnumbered[], now: Date): Unnumbered[] {
  return djs.flatMap((dj) => {
    const random = createRandom(`nights of ${dj.key}`)
    const known = current.filter((booking) => booking.dj === dj.key && booking.status === 'completed').length
    const count = dj.bookings - known
    return Array.from({ length: count }, (_, back): Unnumbered => {
      const place = cycle(places, pickBetween(random, 0, places.length - 1))
      const startsAt = calculateStartTime(back, place.zone, now)
      const hours = pickBetween(random, 2, 4)
      const share = pickBetween(random, 17, 23) / 20
      return {
        dj: dj.key,
        client: cycle(regulars, pickBetween(random, 0, regulars.length - 1)),
        startsAt,
        endsAt: new Date(startsAt.getTime() + hours * HOUR),
        requestedAt: new Date(startsAt.getTime() - pickBetween(random, 14, 60) * DAY),
        zone: place.zone,
        hours,
        venue: place.key,
        type: cycle(kinds, back),
        status: 'completed',
        dollars: Math.round((dj.rateCents * share) / 5000) * 50,
        message: `${cycle(kinds, back)}, ${hours} hours. Are you free?`,
      }
    })
  })
}

/** Counts weeks in UTC. With weeks per zone, two events could fall on the same day near midnight. */
function calculateStartTime(index: number, zone: string, now: Date): Date {
  const day = index % 2 === 0 ? 'Sat' : 'Fri'
  const noon = toInstant([-WEEKS_BEFORE - (index >> 1), day, '12:00'], 'UTC', now)
  return toInstant([0, day, '23:00'], zone, new Date(noon.getTime() - DAY))
}

function isVenueKey(key: string): key is keyof typeof venues {
  return key in venues
}
