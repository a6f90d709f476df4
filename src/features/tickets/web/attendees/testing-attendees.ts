import type { Attendee, Guest, HolderMessage, AttendeesOverview } from '../../contract-attendees'

export const EVENT = '01a1fbc7-c116-73f4-9959-0d8be57bf3c2'
const TYPE = '01a1fbc7-0000-7000-8000-000000000001'

export const createOverview = (changes: Partial<AttendeesOverview> = {}): AttendeesOverview => ({
  event: {
    id: EVENT,
    title: 'Dust & Diamonds',
    status: 'published',
    startsAt: '2026-12-05T23:00:00.000Z',
    endsAt: null,
    isDateOpen: false,
    timezone: 'Europe/London',
    venueName: 'Carriage Works',
    location: 'Leeds',
  },
  canRefund: true,
  canGiveTickets: true,
  counts: { all: 1284, checked_in: 3, not_checked_in: 1280, comp: 2, refunded: 1 },
  guests: { names: 2, people: 5, arrived: 1 },
  types: [{ id: TYPE, name: 'General Admission', free: 3 }],
  ...changes,
})

export const createAttendee = (changes: Partial<Attendee> = {}): Attendee => ({
  id: '01a1fbc7-0000-7000-8000-0000000000a1',
  number: 'TK-704B-43025',
  typeName: 'General Admission',
  name: 'Ilse Brandt',
  email: 'ilse@mail.example',
  status: 'valid',
  isComp: false,
  boughtBy: null,
  checkedInAt: null,
  orderId: '01a1fbc7-0000-7000-8000-0000000000b1',
  orderNumber: 'OR-2026-10442',
  boughtAt: '2026-11-21T10:00:00.000Z',
  ...changes,
})

export const createPage = (attendees: Attendee[], more: object = {}) => ({
  attendees,
  from: attendees.length === 0 ? 0 : 1,
  nextCursor: null,
  previousCursor: null,
  ...more,
})

export const createGuest = (changes: Partial<Guest> = {}): Guest => ({
  id: '01a1fbc7-0000-7000-8000-0000000000c1',
  name: 'Ilse Brandt',
  plusOnes: 2,
  guestOf: 'Juno Okafor',
  arrived: 0,
  arrivedAt: null,
  ...changes,
})

export const createMessage = (changes: Partial<HolderMessage> = {}): HolderMessage => ({
  id: '01a1fbc7-0000-7000-8000-0000000000d1',
  subject: 'Doors at 22:00',
  body: 'The side door is shut.',
  ticketTypeName: null,
  byName: 'Owen Faulk',
  sentAt: '2026-11-21T10:00:00.000Z',
  recipients: 109,
  delivered: 109,
  unknown: 0,
  ...changes,
})
