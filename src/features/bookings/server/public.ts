export { cancelUserBookings } from './cancel-user-bookings'
export { changeEventBookings, listEventBookings } from './event-bookings'
export { type TermsColumns, toTerms } from './booking-row'
export { parseTerms } from './step-terms'
