/** Deleted with an account, in the order in which people care. */
export const GOES = [
  'profile',
  'sessions',
  'connections',
  'open_bookings',
  'drafts',
  'unpaid_orders',
  'waitlists',
  'codes',
  'reviews_of_you',
  'notices',
] as const

/** Stays without the name, since others need it. */
export const STAYS = [
  'upcoming_tickets',
  'orders',
  'past_bookings',
  'past_events',
  'messages',
  'reviews_by_you',
  'log_entries',
] as const

export const AREAS = [...GOES, ...STAYS] as const

export type Area = (typeof AREAS)[number]
