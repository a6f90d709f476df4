import type { Transaction } from '../connect'
import type { PlannedBooking } from './planned-booking'
import { reviewTexts } from './texts/bookings'
import { djs } from './texts/djs'
import { insertRows } from './insert-rows'
import { personId } from './people'
import { cycle, seedId } from './random'

const DAY = 86_400_000
const WITH_WORDS = 8

/** Two thirds of the nights were reviewed by whoever booked them, so that each DJ's mean is the one Discover should show. */
export async function seedReviews(trx: Transaction, planned: readonly PlannedBooking[]): Promise<void> {
  const rows = djs.flatMap((dj, position) => {
    const reviewed = planned
      .filter((booking) => booking.dj === dj.key && booking.status === 'completed')
      .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
      .filter((_, n) => n % 3 !== 2)
    // Stars that are missing from all fives, spread evenly over the reviews, one each.
    const missing = Math.round(reviewed.length * (5 - dj.rating))
    return reviewed.map((booking, n) => ({
      id: seedId(`review of ${dj.key}`, reviewed.length - n),
      booking_id: booking.id,
      author_id: personId(booking.client),
      subject_id: personId(dj.key),
      rating: 5 - (share(n + 1, missing, reviewed.length) - share(n, missing, reviewed.length)),
      // Most people leave stars only; the newest few found words.
      body: n < WITH_WORDS ? cycle(reviewTexts, position * 5 + n) : '',
      published_at: new Date(booking.endsAt.getTime() + 2 * DAY),
      created_at: new Date(booking.endsAt.getTime() + DAY),
    }))
  })
  await insertRows(trx, 'reviews', rows)
}

function share(n: number, missing: number, all: number): number {
  return Math.floor((n * missing) / all)
}
