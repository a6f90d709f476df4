import type { Transaction } from '~/database/connect'
import type { PlannedBooking } from './planned-booking'
import { clientReviewTexts, reviewTexts } from './texts/reviews'
import { djs } from './texts/djs'
import { insertRows } from './insert-rows'
import { getPersonId } from './people'
import { cycle, seedId } from './random'

const DAY = 86_400_000
const REVIEWS_WITH_TEXT = 8

const REVIEW_DAYS = 14
/** The DJ also wrote a review for one in this many reviewed events. */
const ANSWERED = 4

/**
 * Seeds reviews for two thirds of the events, so that each DJ's mean matches Discover; a few events are reviewed by
 * both sides. Reviews of the last two weeks wait for the other side, as in normal use.
 */
export async function seedReviews(
  trx: Transaction,
  planned: readonly PlannedBooking[],
  now: Date,
): Promise<void> {
  const rows = djs.flatMap((dj, position) => {
    const reviewed = planned
      .filter((booking) => booking.dj === dj.key && booking.status === 'completed')
      .sort((a, b) => b.startsAt.getTime() - a.startsAt.getTime())
      .filter((_, n) => n % 3 !== 2)
    // With five stars each, the reviews would have this many stars too many for the DJ's mean rating. So this many
    // reviews lose one star, at even distances.
    const missing = Math.round(reviewed.length * (5 - dj.rating))
    const ofClients = reviewed.map((booking, n) => ({
      id: seedId(`review of ${dj.key}`, reviewed.length - n),
      booking_id: booking.id,
      author_id: getPersonId(booking.client),
      subject_id: getPersonId(dj.key),
      rating: 5 - (countShare(n + 1, missing, reviewed.length) - countShare(n, missing, reviewed.length)),
      // Only the newest few reviews have a text; the others have stars only.
      body: n < REVIEWS_WITH_TEXT ? cycle(reviewTexts, position * 5 + n) : '',
      published_at: getPublishedAt(booking, n, now),
      created_at: getWrittenAt(booking, now),
    }))
    const ofDj = reviewed.flatMap((booking, n) =>
      hasDjReviewedClient(n)
        ? {
            id: seedId(`review by ${dj.key}`, reviewed.length - n),
            booking_id: booking.id,
            author_id: getPersonId(dj.key),
            subject_id: getPersonId(booking.client),
            rating: 5 - (n % 3 === 0 ? 1 : 0),
            body: n < REVIEWS_WITH_TEXT ? cycle(clientReviewTexts, position + n) : '',
            published_at: getPublishedAt(booking, n, now),
            created_at: getWrittenAt(booking, now),
          }
        : [],
    )
    return [...ofClients, ...ofDj]
  })
  await insertRows(trx, 'reviews', rows)
}

// Whether the DJ reviewed the client too. Leaves out the newest event, so that the demo's DJ can still write that
// review.
function hasDjReviewedClient(n: number): boolean {
  return n % ANSWERED === 1
}

/** Returns when the review was published: after both reviews, or at the end of the review period. */
function getPublishedAt({ endsAt }: PlannedBooking, n: number, now: Date): Date | null {
  const at = new Date(endsAt.getTime() + (hasDjReviewedClient(n) ? 2 : REVIEW_DAYS) * DAY)
  return at > now ? null : at
}

function getWrittenAt({ endsAt }: PlannedBooking, now: Date): Date {
  return new Date(Math.min(endsAt.getTime() + DAY, now.getTime()))
}

function countShare(n: number, missing: number, all: number): number {
  return Math.floor((n * missing) / all)
}
