// Exports for the tests of features that depend on orders.
export { expireOrders } from './expire-orders'
export { dispatchOutbox } from './jobs'
export { offerToWaitlist } from './offer-waitlist'
export { parseAmountCents } from './payments/sandbox'
export { refundCancelledEvents } from './refunds/refund-cancelled-events'
export { refundTickets } from './refunds/refund-tickets'
