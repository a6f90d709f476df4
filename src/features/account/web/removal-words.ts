import { countOf } from '~/lib/count-of'
import type { RemovalView } from '../contract-shapes'

type Area = RemovalView['goes'][number]['area']

export interface AreaWords {
  what: (count: number) => string
  /** The reason it stays, or the consequence of deleting it. */
  why?: string
}

/** Label of each area on the deletion page, with the reason why data stays. */
export const areaWords: Record<Area, AreaWords> = {
  profile: { what: () => 'Your profile, picture and settings' },
  sessions: { what: () => 'Your sign-in, everywhere', why: 'Every session ends at once.' },
  connections: { what: (n) => countOf(n, 'connection') },
  open_bookings: { what: (n) => countOf(n, 'open booking'), why: 'Cancelled; the other side is told.' },
  drafts: { what: (n) => countOf(n, 'draft of a night', 'drafts of nights') },
  unpaid_orders: { what: (n) => countOf(n, 'unpaid order') },
  waitlists: { what: (n) => countOf(n, 'place in line', 'places in line') },
  codes: { what: (n) => countOf(n, 'open invitation code'), why: 'Revoked; used ones stay in the tree.' },
  reviews_of_you: { what: (n) => countOf(n, 'review about you', 'reviews about you') },
  notices: { what: (n) => countOf(n, 'notice') },
  tickets_to_come: {
    what: (n) => countOf(n, 'ticket to come', 'tickets to come'),
    why: 'They let in whoever holds the code. Keep the mail: you cannot open them here any more.',
  },
  orders: {
    what: (n) => countOf(n, 'order'),
    why: 'The books must balance, for as long as the tax office asks.',
  },
  past_bookings: {
    what: (n) => countOf(n, 'past booking'),
    why: 'They are the other side’s books as well.',
  },
  past_events: {
    what: (n) => countOf(n, 'past night'),
    why: 'People who were there find them in their tickets.',
  },
  messages: {
    what: (n) => countOf(n, 'message'),
    why: 'Others answered them. Delete in the room what should not stay.',
  },
  reviews_by_you: {
    what: (n) => countOf(n, 'review you wrote', 'reviews you wrote'),
    why: 'They belong to whom they are about.',
  },
  log_lines: {
    what: (n) => countOf(n, 'line of the log', 'lines of the log'),
    why: 'What was done here can be looked up; it has no name.',
  },
}
