import type { Jobs } from '~/platform/jobs/jobs'
import type { BookingServices } from './context'
import { publishReviews } from './publish-reviews'
import { settleReviewRequests } from './settle-review-requests'
import { completeBookings, expireBookings } from './sweep-bookings'

const A_MINUTE = 60

/** Registers the scheduled jobs of bookings. Call before the jobs start. */
export function registerBookingJobs({ db, jobs, live }: BookingServices & { jobs: Jobs }): void {
  const services = { db, jobs, live, now: () => new Date() }
  jobs.every(A_MINUTE, 'expire bookings', () => expireBookings(services))
  jobs.every(A_MINUTE, 'complete bookings', () => completeBookings(services))
  jobs.every(A_MINUTE, 'publish reviews', () => publishReviews(services))
  jobs.every(10 * A_MINUTE, 'settle review requests', () => settleReviewRequests(services))
}
