export { cancelBookingsOf } from './cancel-bookings-of'
export { readTerms } from './step-terms'
