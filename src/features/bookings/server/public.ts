export { cancelBookingsOf } from './cancel-bookings-of'
export { changeEventBookings, listEventBookings } from './event-bookings'
export { type TermsColumns, termsOf } from './booking-row'
export { readTerms } from './step-terms'
