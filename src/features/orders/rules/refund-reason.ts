/** Reasons that are stored as codes; organizers write their own sentences, which end with a full stop. */
const SENTENCES: Readonly<Record<string, string>> = {
  event_cancelled: 'The event was canceled.',
  event_rescheduled: 'The ticket holder requested a refund because the event was rescheduled.',
  off_sale: 'The payment arrived after the hold expired, and the event is no longer on sale.',
  sold_out: 'The payment arrived after the hold expired, and the tickets had sold out.',
  promo_code_used_up: 'The payment arrived after the hold expired, and the promo code had reached its limit.',
  order_cancelled: 'The payment arrived after the order was canceled.',
  amount_differs: 'The amount paid did not match the total of the order.',
  dispute_lost: 'The buyer’s bank took the payment back.',
  already_paid: 'The order was already paid.',
}

/** Returns whether the organizer wrote the reason of a refund, so the refund was their decision. */
export function isOrganizerReason(reason: string): boolean {
  return !Object.hasOwn(SENTENCES, reason)
}

/** Returns the sentence of a stored refund reason, a code or an organizer's own sentence. */
export function formatRefundReason(reason: string): string {
  return SENTENCES[reason] ?? reason
}
