import { countOf } from '~/lib/count-of'
import type { RemovalView } from '../contract-shapes'

type Area = RemovalView['deleted'][number]['area']

export interface RemovalLabel {
  formatLabel: (count: number) => string
  /** The reason it stays, or the consequence of deleting it. */
  reason?: string
}

/** Label of each area on the deletion page, with the reason why data stays. */
export const removalLabels: Record<Area, RemovalLabel> = {
  profile: { formatLabel: () => 'Your profile, picture and settings' },
  sessions: { formatLabel: () => 'Your sessions on all devices', reason: 'Every session ends immediately.' },
  connections: { formatLabel: (n) => countOf(n, 'connection') },
  open_bookings: {
    formatLabel: (n) => countOf(n, 'open booking'),
    reason: 'Cancelled; the other side is notified.',
  },
  drafts: { formatLabel: (n) => countOf(n, 'draft event', 'draft events') },
  unpaid_orders: { formatLabel: (n) => countOf(n, 'unpaid order') },
  waitlists: { formatLabel: (n) => countOf(n, 'waitlist place', 'waitlist places') },
  codes: {
    formatLabel: (n) => countOf(n, 'open invitation code'),
    reason: 'Revoked; used codes stay in the invite tree.',
  },
  reviews_of_you: { formatLabel: (n) => countOf(n, 'review about you', 'reviews about you') },
  notices: { formatLabel: (n) => countOf(n, 'notification') },
  upcoming_tickets: {
    formatLabel: (n) => countOf(n, 'upcoming ticket', 'upcoming tickets'),
    reason:
      'They stay valid for entry. Keep the email with the codes: you can no longer open the tickets here.',
  },
  orders: {
    formatLabel: (n) => countOf(n, 'order'),
    reason: 'Tax law requires us to keep them.',
  },
  past_bookings: {
    formatLabel: (n) => countOf(n, 'past booking'),
    reason: 'They belong to the other side’s records, too.',
  },
  past_events: {
    formatLabel: (n) => countOf(n, 'past event'),
    reason: 'Visitors find them in their tickets.',
  },
  messages: {
    formatLabel: (n) => countOf(n, 'message'),
    reason: 'Other people answered them. To remove a message, delete it in its room first.',
  },
  reviews_by_you: {
    formatLabel: (n) => countOf(n, 'review you wrote', 'reviews you wrote'),
    reason: 'They belong to the people they are about.',
  },
  log_entries: {
    formatLabel: (n) => countOf(n, 'log entry', 'log entries'),
    reason: 'They record what was done here, without your name.',
  },
}
