import type { LocalTime } from '../local-time'
import type { VenueKey } from './venues'

export interface SeedBooking {
  dj: string
  client: string
  time: LocalTime
  hours: number
  venue: VenueKey
  type: string
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  dollars: number
  /** Hours in the first request, when the counter-offer changed the duration. */
  requestedHours?: number
  /** What the DJ gets (hospitality) and needs (technical). Omitted for the usual terms. */
  hospitality?: string
  technical?: string
  /** Day of the request, counted back from today, or from the event if it is over. */
  daysAgo: number
  /** The event it belongs to, by title. */
  event?: string
  message: string
  /** The counter-offer. */
  counter?: readonly [dollars: number, message: string]
  /** The deal of the counter-offer. Omitted for a flat fee; `percent` is the DJ's share of net. */
  deal?: SeedDeal
  cancel?: readonly [by: string, reason: string]
}

interface SeedDeal {
  kind: 'percentage' | 'guarantee' | 'split'
  percent: number
  costs?: readonly (readonly [label: string, dollars: number])[]
}

export interface SeedHold {
  dj: string
  /** In the DJ's time zone. */
  day: LocalTime
  note: string
  /** For how many days from today it is held. */
  days?: number
}

/** Days that a DJ holds without a booking. */
export const holds: readonly SeedHold[] = [
  { dj: 'mara', day: [2, 'Sat', '12:00'], note: 'Ilse Brandt', days: 3 },
  { dj: 'mara', day: [4, 'Thu', '12:00'], note: 'Family' },
]

export const bookings: readonly SeedBooking[] = [
  {
    dj: 'mara',
    client: 'jonas',
    time: [2, 'Fri', '23:30'],
    hours: 4,
    venue: 'cistern',
    type: 'Club Night',
    status: 'confirmed',
    dollars: 1200,
    daysAgo: 5,
    event: 'Low Ceiling',
    requestedHours: 3,
    hospitality: 'Room for two, late check-out, dinner',
    message:
      'We’d like you for Low Ceiling again, in the same room with 300 people. Are you free that night?',
    counter: [1400, 'Four hours is where it starts to get good. Tape delay comes with me, no extra.'],
    deal: {
      kind: 'guarantee',
      percent: 60,
      costs: [
        ['Venue hire', 600],
        ['Sound engineer', 320],
        ['Hotel, Mara Voss', 140],
      ],
    },
  },
  {
    dj: 'mara',
    client: 'ilse',
    time: [2, 'Sun', '16:00'],
    hours: 2,
    venue: 'tidewater',
    type: 'Festival',
    status: 'confirmed',
    dollars: 2400,
    daysAgo: 40,
    event: 'Signal and Noise',
    message: 'Noise stage, four in the afternoon, facing the wall. You’ll like the wall.',
  },
  {
    dj: 'mara',
    client: 'ilse',
    time: [5, 'Thu', '23:30'],
    hours: 3,
    venue: 'observatory',
    type: 'Club Night',
    status: 'confirmed',
    dollars: 3200,
    daysAgo: 33,
    event: 'Dancing in the Dark Matter',
    message: 'You take it over midnight. The lights go, you don’t.',
  },
  {
    dj: 'mara',
    client: 'sofia',
    time: [3, 'Sat', '22:30'],
    hours: 3,
    venue: 'loom',
    type: 'Live Set',
    status: 'pending',
    dollars: 1200,
    daysAgo: 1,
    event: 'Soft Machinery',
    hospitality: 'Hotel for one across the road, dinner',
    technical: 'Two turntables, rotary mixer',
    message: 'It’s a live set evening at Loom Hall. The live acts play for two hours, then you’d close.',
  },
  {
    dj: 'mara',
    client: 'juno',
    time: [2, 'Thu', '22:00'],
    hours: 3,
    venue: 'halden',
    type: 'Residency',
    status: 'pending',
    dollars: 900,
    daysAgo: 2,
    event: 'No Requests',
    technical: 'Two turntables, isolator, no microphone',
    message: 'Back to back? You wouldn’t have to say a word.',
    counter: [1100, 'Then it’s three hours, and I’ll bring the delay.'],
  },
  {
    dj: 'mara',
    client: 'owen',
    time: [4, 'Sat', '23:00'],
    hours: 3,
    venue: 'carriage',
    type: 'Private Party',
    status: 'pending',
    dollars: 1300,
    daysAgo: 3,
    hospitality: 'Room for one, both trains, dinner',
    message: 'It’s a fiftieth birthday party. We’d need you from eleven until two.',
    counter: [1600, 'Fifty deserves three hours. This covers the second train.'],
  },
  {
    dj: 'juno',
    client: 'owen',
    time: [2, 'Sat', '23:00'],
    hours: 6,
    venue: 'carriage',
    type: 'Club Night',
    status: 'confirmed',
    dollars: 1800,
    daysAgo: 52,
    event: 'Dust & Diamonds',
    message: 'We’d like you to play all night. I’ve moved the smoke machine away from the booth.',
  },
  {
    dj: 'juno',
    client: 'admin',
    time: [3, 'Thu', '21:00'],
    hours: 4,
    venue: 'cistern',
    type: 'Private Party',
    status: 'pending',
    dollars: 1000,
    daysAgo: 2,
    message: 'It’s our own Christmas party. We promise to dance.',
  },
  {
    dj: 'kestrel',
    client: 'owen',
    time: [1, 'Sat', '23:00'],
    hours: 3,
    venue: 'carriage',
    type: 'Club Night',
    status: 'confirmed',
    dollars: 650,
    daysAgo: 9,
    message: 'The usual terms. Please bring the fog machine. I’ll look after the power.',
  },
  {
    dj: 'temi',
    client: 'sofia',
    time: [3, 'Sat', '20:00'],
    hours: 2,
    venue: 'loom',
    type: 'Live Set',
    status: 'confirmed',
    dollars: 950,
    daysAgo: 21,
    event: 'Soft Machinery',
    message: 'You’d play after the live acts and finish before the last tram.',
    counter: [950, 'Let’s share the door. Then a full room is good for both of us.'],
    deal: { kind: 'split', percent: 40, costs: [['Sound engineer', 320]] },
  },
  {
    dj: 'ilse',
    client: 'dae-jung',
    time: [10, 'Fri', '20:00'],
    hours: 6,
    venue: 'observatory',
    type: 'Live Set',
    status: 'confirmed',
    dollars: 2000,
    daysAgo: 12,
    event: 'Long Exposure',
    message: 'Six hours. I’ll bring the drones, you bring the patience.',
    counter: [2000, 'No fee. I’d rather take a share of whatever the patience brings in.'],
    deal: { kind: 'percentage', percent: 70, costs: [['Venue hire', 900]] },
  },
  {
    dj: 'nova',
    client: 'jonas',
    time: [6, 'Sat', '23:00'],
    hours: 3,
    venue: 'cistern',
    type: 'Club Night',
    status: 'pending',
    dollars: 900,
    daysAgo: 4,
    message: 'Would you play a trance set at The Cistern? It’d be our first.',
  },
  {
    dj: 'mara',
    client: 'owen',
    time: [-1, 'Sat', '23:00'],
    hours: 3,
    venue: 'pier',
    type: 'Warehouse',
    status: 'completed',
    dollars: 1200,
    daysAgo: 48,
    event: 'Warm Start',
    message: 'It’s our first party of the winter, so we’re expecting about 400 people.',
  },
  {
    dj: 'mara',
    client: 'jonas',
    time: [-3, 'Fri', '23:00'],
    hours: 4,
    venue: 'cistern',
    type: 'Club Night',
    status: 'completed',
    dollars: 1200,
    daysAgo: 54,
    event: 'Basement Weather',
    message: 'It’s the same room and the same hours as last time.',
  },
  {
    dj: 'temi',
    client: 'sofia',
    time: [-7, 'Sat', '22:00'],
    hours: 3,
    venue: 'loom',
    type: 'Live Set',
    status: 'completed',
    dollars: 900,
    daysAgo: 90,
    event: 'Endless Encore',
    message: 'You’d have the last three hours, and there’s no curfew.',
  },
  {
    dj: 'nova',
    client: 'jonas',
    time: [-3, 'Fri', '23:00'],
    hours: 2,
    venue: 'cistern',
    type: 'Club Night',
    status: 'completed',
    dollars: 800,
    daysAgo: 60,
    event: 'Basement Weather',
    message: 'You’d play the first two hours. There are towels behind the booth.',
  },
  {
    dj: 'mara',
    client: 'sofia',
    time: [-7, 'Sat', '20:00'],
    hours: 2,
    venue: 'loom',
    type: 'Live Set',
    status: 'cancelled',
    dollars: 1000,
    daysAgo: 95,
    message: 'You’d open for Temi. I’ll book the trains.',
    cancel: ['mara', 'The trains aren’t running that day.'],
  },
  {
    dj: 'ilse',
    client: 'owen',
    time: [3, 'Sun', '20:00'],
    hours: 4,
    venue: 'carriage',
    type: 'Club Night',
    status: 'cancelled',
    dollars: 1500,
    daysAgo: 30,
    message: 'We’d like a slower night for once. Would you play four hours?',
    cancel: ['owen', 'We’re having the floor relaid that week.'],
  },
]

/** Who booked the older events, in turn. */
export const regulars = ['jonas', 'owen', 'sofia', 'dae-jung', 'admin'] as const
