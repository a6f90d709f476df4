/** Data that is deleted with an account, the most important first. */
export const DELETED_AREAS = [
  'profile',
  'sessions',
  'connections',
  'open_bookings',
  'waiting_payouts',
  'drafts',
  'unpaid_orders',
  'waitlists',
  'codes',
  'reviews_of_you',
  'notices',
] as const

/** Data that is kept without the person's name, because other people need it. */
export const RETAINED_AREAS = [
  'upcoming_tickets',
  'orders',
  'past_bookings',
  'past_events',
  'messages',
  'reviews_by_you',
  'log_entries',
] as const

export const AREAS = [...DELETED_AREAS, ...RETAINED_AREAS] as const

export type Area = (typeof AREAS)[number]
