import type { SeedEvent } from './event'

/** A canceled event and a draft for a promoter's dashboard, and a draft whose organizer asks for a waiver. */
export const eventsNotOnSale: readonly SeedEvent[] = [
  {
    title: 'Damp Proof',
    type: 'club_night',
    time: [3, 'Fri', '23:30'],
    hours: 7,
    venue: 'cistern',
    host: 'nova',
    organizer: 'jonas',
    lineUp: ['nova', 'Brandt & Sohn'],
    capacity: 300,
    age: 21,
    text: 'Nova Reyes in the driest corner of a wet room.',
    tickets: [
      ['Early Bird', 'First fifty', 14, 50, 50],
      ['General Admission', 'Entry before 02:00', 20, 250, 27],
    ],
    status: 'cancelled',
    change: {
      reason:
        'The pump gave up and the room is a cistern again. Your money is on its way back; so are we, in spring.',
      daysAgo: 5,
    },
  },
  {
    title: 'Slow Puncture',
    type: 'club_night',
    time: [10, 'Fri', '23:30'],
    hours: 7,
    venue: 'cistern',
    host: 'juno',
    organizer: 'jonas',
    lineUp: ['juno', 'Ottoline Frey'],
    capacity: 300,
    age: 21,
    text: 'Juno Okafor lets the air out, one record at a time.\n\n- No photographs\n- No requests\n- **Soup at four**',
    tickets: [['General Admission', 'Entry before 02:00', 20, 280, 0]],
    status: 'draft',
    isVenueOpen: true,
  },
  {
    title: 'Cellar Door',
    type: 'club_night',
    time: [5, 'Thu', '22:00'],
    hours: 6,
    venue: 'cistern',
    host: 'kestrel',
    organizer: 'kestrel',
    lineUp: ['kestrel'],
    capacity: 400,
    age: 18,
    text: 'DJ Kestrel opens, plays and sweeps up. Mind the third step.',
    tickets: [
      ['Advance', 'Until the doors open', 18, 340, 0],
      ['Door', 'From 22:00', 22, 60, 0],
    ],
    status: 'draft',
  },
]
