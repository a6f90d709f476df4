/**
 * - `approved`: not sent yet.
 * - `waiting`: the balance at the provider doesn't cover the refund yet.
 * - `sent`: on its way to the bank.
 * - `paid`: the bank paid it out.
 * - `rejected`: the bank refused it.
 * - `failed`: the provider didn't accept it for half a day.
 * - `charged_back`: the bank took the payment back itself.
 * - `paid_another_way`: after a rejection, the organizer or an admin paid the buyer without the provider.
 */
export const REFUND_STATES = [
  'approved',
  'waiting',
  'sent',
  'paid',
  'rejected',
  'failed',
  'charged_back',
  'paid_another_way',
] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** How long banks take, for texts about a refund that is not sent yet. */
export const REFUND_DURATION = 'Banks take 5 to 10 business days.'
const MAX_BUSINESS_DAYS = 10

/** Returns the day by which a refund that was sent at this time arrives. Weekends don't count. */
export function computeArrivalDay(sentAt: string | Date): Date {
  const day = new Date(sentAt)
  for (let left = MAX_BUSINESS_DAYS; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1
  }
  return day
}

/** The codes with which a bank rejects a refund; all others are the provider's own. */
const REJECTIONS: Readonly<Record<string, string>> = {
  lost_or_stolen_card: 'the card was reported lost or stolen',
  expired_or_canceled_card: 'the card has expired or was canceled',
  declined: 'the bank declined it',
  unknown: 'the bank gave no reason',
}

/**
 * Returns the code if a bank rejects refunds with it; undefined for the provider's own codes. A missing code counts
 * as `unknown`.
 */
export function findRejection(code: string | undefined): string | undefined {
  return code === undefined ? 'unknown' : code in REJECTIONS ? code : undefined
}

/** Returns a bank's reason for rejecting a refund, in words that follow “because”. */
export function formatRejection(code: string | null): string {
  return REJECTIONS[code ?? ''] ?? 'the bank gave no reason'
}
