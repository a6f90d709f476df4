/** Days until an unanswered request or offer expires. It expires when the set starts if that is earlier. */
export const ANSWER_DAYS = 14
/**
 * Days after the set in which each side may write a review. After that, a review is published even if the other side
 * wrote none.
 */
export const REVIEW_DAYS = 14

export const EVENT_TYPE_MAX = 60
export const LOCATION_MAX = 200
export const RIDER_MAX = 1000
export const MESSAGE_MAX = 2000
export const REASON_MAX = 500
/** The maximum number of days that a DJ can hold at the same time. */
export const HOLD_DAYS_MAX = 62
export const HOLD_NOTE_MAX = 80
export const REVIEW_MAX = 2000
/** The maximum fee in the smallest unit of the currency: $1,000,000.00, or ¥100,000,000. */
export const FEE_MAX_CENTS = 100_000_000
export const SET_MAX_HOURS = 24
/** How many days ahead a booking can be requested. */
export const AHEAD_MAX_DAYS = 730
