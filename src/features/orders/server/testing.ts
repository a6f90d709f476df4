// Exports for the tests of features to the right of orders in the dependency order.
export { expireOrders } from './expire-orders'
export { dispatchOutbox } from './jobs'
export { offerToWaitlist } from './offer-waitlist'
export { parseAmountCents } from './payments/sandbox'
export { refundCancelledEvents } from './refunds/refund-cancelled-events'
export { refundTickets } from './refunds/refund-tickets'
