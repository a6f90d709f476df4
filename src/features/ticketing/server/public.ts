export { refundedCents } from './refunded-cents'
