/** What of a person's is counted before they go. */
export const AREAS = [
  // Goes.
  'profile',
  'sign_in',
  'connections',
  'open_bookings',
  'drafts',
  'unpaid_orders',
  'codes',
  'reviews_of_you',
  'notices',
  // Stays without the name.
  'orders',
  'tickets',
  'tickets_to_come',
  'past_bookings',
  'past_nights',
  'messages',
  'reviews_by_you',
  'admin_records',
] as const

export type Area = (typeof AREAS)[number]
