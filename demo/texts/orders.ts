/** An order of one of the two customers who can sign in. Orders of other buyers are generated. */
export interface SeedOrder {
  customer: string
  event: string
  /** Seats by the ticket type's name. */
  seats: Readonly<Record<string, number>>
  daysAgo: number
  status: 'confirmed' | 'expired' | 'cancelled' | 'refunded'
  /** For past events: whether the buyer attended. */
  attended?: boolean
  /** Whether the first card was declined before a second one worked. */
  declinedFirst?: boolean
  refundReason?: string
}

export const customerOrders: readonly SeedOrder[] = [
  {
    customer: 'customer',
    event: 'Dust & Diamonds',
    seats: { 'General Admission': 3, 'Late Entry': 1 },
    daysAgo: 1,
    status: 'confirmed',
  },
  {
    customer: 'customer',
    event: 'Low Ceiling',
    seats: { 'General Admission': 2 },
    daysAgo: 6,
    status: 'confirmed',
    declinedFirst: true,
  },
  {
    customer: 'customer',
    event: 'Office Hours',
    seats: { 'Free Entry': 1 },
    daysAgo: 3,
    status: 'confirmed',
  },
  {
    customer: 'customer',
    event: 'Signal and Noise',
    seats: { 'Day Ticket': 2 },
    daysAgo: 9,
    status: 'expired',
  },
  { customer: 'customer', event: 'Soft Machinery', seats: { Gallery: 1 }, daysAgo: 4, status: 'cancelled' },
  {
    customer: 'customer',
    event: 'Warm Start',
    seats: { 'General Admission': 1 },
    daysAgo: 19,
    status: 'confirmed',
    attended: true,
  },
  {
    customer: 'customer',
    event: 'Basement Weather',
    seats: { 'General Admission': 2 },
    daysAgo: 61,
    status: 'confirmed',
    attended: true,
  },
  {
    customer: 'customer',
    event: 'Endless Encore',
    seats: { 'General Admission': 1 },
    daysAgo: 84,
    status: 'confirmed',
    attended: false,
  },
  {
    customer: 'customer',
    event: 'Tidal',
    seats: { 'Day Ticket': 2 },
    daysAgo: 101,
    status: 'refunded',
    refundReason: 'event_cancelled',
  },
  {
    customer: 'tom',
    event: 'Last Train Cancelled',
    seats: { 'General Admission': 2 },
    daysAgo: 2,
    status: 'confirmed',
  },
  {
    customer: 'tom',
    event: 'Soft Machinery',
    seats: { Seated: 2, Gallery: 1 },
    daysAgo: 8,
    status: 'confirmed',
  },
  {
    customer: 'tom',
    event: 'Ceiling Tiles',
    seats: { 'General Admission': 1 },
    daysAgo: 11,
    status: 'refunded',
    refundReason: 'Asked for by the customer.',
  },
  {
    customer: 'tom',
    event: 'Gull Season',
    seats: { 'General Admission': 1 },
    daysAgo: 47,
    status: 'confirmed',
    attended: true,
  },
  {
    customer: 'tom',
    event: 'Left on Red',
    seats: { 'General Admission': 2 },
    daysAgo: 58,
    status: 'expired',
  },
]
