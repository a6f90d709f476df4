export { refundedCents } from './refunded-cents'
export { findTransferEmail } from './transfers/find-transfer'
