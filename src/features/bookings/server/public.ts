export { cancelBookingsOf } from './cancel-bookings-of'
export { changeEventBookings, listEventBookings } from './event-bookings'
export { readTerms } from './step-terms'
