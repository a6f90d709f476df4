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
  /** Shorter at first: hours in the request, where the counter-offer asks for more. */
  requestedHours?: number
  /** What the DJ gets and needs; most ask for the same. */
  hospitality?: string
  technical?: string
  /** When it was requested: days before today, or before the event if that is over. */
  daysAgo: number
  /** The event it belongs to, by title. */
  event?: string
  message: string
  /** The counter-offer: dollars, and its message. */
  counter?: readonly [dollars: number, message: string]
  cancel?: readonly [by: string, reason: string]
}

export interface SeedHold {
  dj: string
  /** Which day, by the DJ's own clock. */
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
    message: 'Low Ceiling again. 300 people, one room, you in the middle of it. Are you free?',
    counter: [1400, 'Four hours is where it starts to get good. Tape delay comes with me, no extra.'],
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
    message: 'Noise stage, four in the afternoon, facing the wall. You will like the wall.',
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
    message: 'You take it over midnight. The lights go, you do not.',
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
    message: 'Live Set night at Loom Hall. Two hours of machines, then you.',
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
    message: 'Back to back? You would not have to say a word.',
    counter: [1100, 'Then it is three hours, and I bring the delay.'],
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
    message: 'Somebody is turning fifty and has asked for no balloons.',
    counter: [1600, 'No balloons is a start. This covers the second train.'],
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
    message: 'All night long. I have moved the smoke machine.',
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
    message: 'Our own Christmas party. We promise to dance.',
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
    message: 'Usual terms. Bring the fog, leave the fuse box alone.',
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
    message: 'After the tape, before the last tram.',
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
    message: 'Six hours. I bring the drones, you bring the patience.',
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
    message: 'Would you play trance underground, once, for us?',
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
    message: 'First cold night of the year. Please heat it.',
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
    message: 'The usual room, the usual weather.',
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
    message: 'End it when they let you.',
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
    message: 'First two hours. Towels are behind the booth.',
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
    message: 'Opening for Temi, if the trains allow.',
    cancel: ['mara', 'The trains did not allow.'],
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
    message: 'A slow one for once?',
    cancel: ['owen', 'The floor is being relaid that week.'],
  },
]

/** Who booked the older events, in turn. */
export const regulars = ['jonas', 'owen', 'sofia', 'dae-jung', 'admin'] as const
