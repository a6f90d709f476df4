// What tests of the features to the right use of orders.
export { expireOrders } from './expire-orders'
export { handOverNotices } from './jobs'
export { offerWaitlist } from './offer-waitlist'
export { amountOfReference } from './payments/sandbox'
export { refundCancelledEvents } from './refunds/refund-cancelled-events'
export { refundTickets } from './refunds/refund-tickets'
