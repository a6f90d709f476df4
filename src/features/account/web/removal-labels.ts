import { pluralize } from '~/lib/pluralize'
import type { RemovalView } from '../contract-shapes'

type Area = RemovalView['deleted'][number]['area']

export interface RemovalLabel {
  formatLabel: (count: number) => string
  /** Why the data is kept, or what its deletion means for the person. */
  reason?: string
}

/** Label of each area of data on the deletion page. */
export const removalLabels: Record<Area, RemovalLabel> = {
  profile: { formatLabel: () => 'Your profile, picture and settings' },
  sessions: { formatLabel: () => 'Your sessions on all devices', reason: 'Every session ends immediately.' },
  connections: { formatLabel: (n) => pluralize(n, 'connection') },
  open_bookings: {
    formatLabel: (n) => pluralize(n, 'open booking'),
    reason: 'Canceled; the other person is notified.',
  },
  waiting_payouts: {
    formatLabel: (n) =>
      pluralize(n, 'payout that waits for your account', 'payouts that wait for your account'),
    reason: 'To get the money, connect an account in Settings > Payouts first.',
  },
  drafts: { formatLabel: (n) => pluralize(n, 'draft event', 'draft events') },
  unpaid_orders: { formatLabel: (n) => pluralize(n, 'unpaid order') },
  waitlists: { formatLabel: (n) => pluralize(n, 'waitlist place', 'waitlist places') },
  codes: {
    formatLabel: (n) => pluralize(n, 'open invitation code'),
    reason: 'Unused codes are revoked. Used codes stay in the invite tree.',
  },
  reviews_of_you: { formatLabel: (n) => pluralize(n, 'review about you', 'reviews about you') },
  notices: { formatLabel: (n) => pluralize(n, 'notification') },
  upcoming_tickets: {
    formatLabel: (n) => pluralize(n, 'upcoming ticket', 'upcoming tickets'),
    reason:
      'They stay valid for entry. Keep the email with the codes: you can no longer open the tickets here.',
  },
  orders: {
    formatLabel: (n) => pluralize(n, 'order'),
    reason: 'Tax law requires us to keep them.',
  },
  past_bookings: {
    formatLabel: (n) => pluralize(n, 'past booking'),
    reason: 'They are also part of the other person’s records.',
  },
  past_events: {
    formatLabel: (n) => pluralize(n, 'past event'),
    reason: 'Ticket holders still see them on their tickets.',
  },
  messages: {
    formatLabel: (n) => pluralize(n, 'message'),
    reason: 'Other people answered them. To remove a message, delete it in its room first.',
  },
  reviews_by_you: {
    formatLabel: (n) => pluralize(n, 'review you wrote', 'reviews you wrote'),
    reason: 'The reviewed people keep them on their profiles.',
  },
  log_entries: {
    formatLabel: (n) => pluralize(n, 'log entry', 'log entries'),
    reason: 'They record actions on this site. Your name is removed.',
  },
}
