import { countOf } from '~/lib/count-of'
import type { RemovalView } from '../contract-shapes'

type Area = RemovalView['goes'][number]['area']

export interface RemovalLabel {
  what: (count: number) => string
  /** The reason it stays, or the consequence of deleting it. */
  why?: string
}

/** Label of each area on the deletion page, with the reason why data stays. */
export const removalLabels: Record<Area, RemovalLabel> = {
  profile: { what: () => 'Your profile, picture and settings' },
  sessions: { what: () => 'Your sessions on all devices', why: 'Every session ends immediately.' },
  connections: { what: (n) => countOf(n, 'connection') },
  open_bookings: { what: (n) => countOf(n, 'open booking'), why: 'Cancelled; the other side is notified.' },
  drafts: { what: (n) => countOf(n, 'draft event', 'draft events') },
  unpaid_orders: { what: (n) => countOf(n, 'unpaid order') },
  waitlists: { what: (n) => countOf(n, 'waitlist place', 'waitlist places') },
  codes: {
    what: (n) => countOf(n, 'open invitation code'),
    why: 'Revoked; used codes stay in the invite tree.',
  },
  reviews_of_you: { what: (n) => countOf(n, 'review about you', 'reviews about you') },
  notices: { what: (n) => countOf(n, 'notification') },
  upcoming_tickets: {
    what: (n) => countOf(n, 'upcoming ticket', 'upcoming tickets'),
    why: 'They stay valid for entry. Keep the email with the codes: you can no longer open the tickets here.',
  },
  orders: {
    what: (n) => countOf(n, 'order'),
    why: 'Tax law requires us to keep them.',
  },
  past_bookings: {
    what: (n) => countOf(n, 'past booking'),
    why: 'They belong to the other side’s records, too.',
  },
  past_events: {
    what: (n) => countOf(n, 'past event'),
    why: 'Visitors find them in their tickets.',
  },
  messages: {
    what: (n) => countOf(n, 'message'),
    why: 'Other people answered them. To remove a message, delete it in its room first.',
  },
  reviews_by_you: {
    what: (n) => countOf(n, 'review you wrote', 'reviews you wrote'),
    why: 'They belong to the people they are about.',
  },
  log_entries: {
    what: (n) => countOf(n, 'log entry', 'log entries'),
    why: 'They record what was done here, without your name.',
  },
}
