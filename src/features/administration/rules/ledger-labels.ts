/** The labels of ledger transactions, for accountants. */
export const ledgerKindLabels = {
  sale: 'Sale',
  payment_returned: 'Payment without tickets',
  refund: 'Refund',
  refund_sent: 'Refund sent',
  refund_rejected: 'Refund rejected by the bank',
  refund_paid_another_way: 'Refund paid another way',
  dispute: 'Dispute',
  provider_fee: 'Processing fee',
  dispute_fee: 'Dispute fee',
  settlement: 'DJ’s share',
  payout: 'Organizer’s share',
  transfer: 'Payout',
  booking_payment: 'Booking payment',
  booking_refund: 'Booking refund',
  booking_fee: 'Processing fee of a booking',
  offset: 'Debt paid from another event',
} as const
export type LedgerKind = keyof typeof ledgerKindLabels

/** The labels of ledger accounts. */
export const accountLabels = {
  provider: 'Payment provider',
  organizer: 'Organizer',
  service_fees: 'Service fees',
  refunds_due: 'Refunds due',
  disputes: 'Disputes',
  payable: 'Payouts due',
} as const
export type LedgerAccount = keyof typeof accountLabels
