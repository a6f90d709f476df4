import type { NotificationFacts } from './notification-facts'
import type { NotificationKind } from './notification-kind'

export const booking: NotificationFacts = {
  title: 'Soft Machinery',
  timezone: 'Europe/London',
  startsAt: '2026-12-18T23:00:00.000Z',
  feeCents: 120_000,
  youPlay: true,
}
export const sofia = 'Sofia Lind'
const createLineUpRow = (
  kind: NotificationKind,
  did: string,
): [NotificationKind, NotificationFacts, string, string, string] => {
  const [title, someone] = ['Dust & Diamonds', `Someone ${did}`]
  return [kind, { title }, `${sofia} ${did} ${title}`, `${someone} ${title}`, `${someone} an event`]
}

const createWaiverRow = (kind: NotificationKind, before: string, after: string): (typeof table)[number] => {
  const text = `${before} Tidal${after}: “Paid directly.”`
  return [kind, { title: 'Tidal', note: 'Paid directly.' }, text, text, `${before} an event${after}`]
}

const createFeeRow = (kind: NotificationKind, did: string): (typeof table)[number] => {
  const end = `${did} $900.00 for Soft Machinery on Fri 18 Dec`
  const withoutFacts = `Someone ${did} $0.00 for your booking`
  return [kind, { ...booking, feeCents: 90_000 }, `${sofia} ${end}`, `Someone ${end}`, withoutFacts]
}

const createTitleRow = (
  kind: NotificationKind,
  format: (title: string) => string,
  untitled = 'an event',
): [NotificationKind, NotificationFacts, string, string, string] => {
  const title = 'Soft Machinery'
  return [kind, { title }, format(title), format(title), format(untitled)]
}

/** Columns: kind, facts, and three sentences: with actor and facts, without actor, without facts. */
export const table: [NotificationKind, NotificationFacts, string, string, string][] = [
  [
    'connection_request',
    { note: 'we both play\nLow Ceiling' },
    'Sofia Lind wants to connect: “we both play Low Ceiling”',
    'Someone wants to connect: “we both play Low Ceiling”',
    'Someone wants to connect',
  ],
  [
    'connection_accepted',
    {},
    'Sofia Lind accepted. You are connected now',
    'Someone accepted. You are connected now',
    'Someone accepted. You are connected now',
  ],
  [
    'booking_request',
    booking,
    'Sofia Lind offers you $1,200.00 for Fri 18 Dec',
    'Someone offers you $1,200.00 for Fri 18 Dec',
    'Someone wants you to play',
  ],
  [
    'booking_offer',
    booking,
    'Sofia Lind offers you $1,200.00 for Fri 18 Dec',
    'Someone offers you $1,200.00 for Fri 18 Dec',
    'Someone suggests other terms',
  ],
  [
    'booking_agreed',
    booking,
    'Sofia Lind agreed: Soft Machinery on Fri 18 Dec',
    'Soft Machinery on Fri 18 Dec is agreed',
    'Your booking is agreed',
  ],
  [
    'booking_declined',
    booking,
    'Sofia Lind declined Soft Machinery on Fri 18 Dec',
    'Soft Machinery on Fri 18 Dec was declined',
    'Your booking was declined',
  ],
  [
    'booking_cancelled',
    booking,
    'Sofia Lind canceled Soft Machinery on Fri 18 Dec',
    'Soft Machinery on Fri 18 Dec is canceled',
    'Your booking is canceled',
  ],
  [
    'booking_paid',
    { ...booking, amountCents: 30_000, isDeposit: true },
    'Sofia Lind paid the deposit of $300.00 for Soft Machinery on Fri 18 Dec',
    'Someone paid the deposit of $300.00 for Soft Machinery on Fri 18 Dec',
    'Someone paid $0.00 towards the fee for your booking',
  ],
  createFeeRow('booking_fee_proposed', 'suggests a lower fee of'),
  createFeeRow('booking_fee_accepted', 'agreed to the lower fee of'),
  [
    'booking_fee_declined',
    booking,
    'Sofia Lind declined the lower fee for Soft Machinery on Fri 18 Dec',
    'Someone declined the lower fee for Soft Machinery on Fri 18 Dec',
    'Someone declined the lower fee for your booking',
  ],
  [
    'booking_uncovered',
    { ...booking, amountCents: 39_200 },
    '$392.00 of the guaranteed fee for Soft Machinery on Fri 18 Dec isn’t covered yet. Open the booking to see your choices',
    '$392.00 of the guaranteed fee for Soft Machinery on Fri 18 Dec isn’t covered yet. Open the booking to see your choices',
    '$0.00 of the guaranteed fee for your booking isn’t covered yet. Open the booking to see your choices',
  ],
  [
    'booking_expired',
    booking,
    'Soft Machinery on Fri 18 Dec expired without an answer',
    'Soft Machinery on Fri 18 Dec expired without an answer',
    'Your booking expired without an answer',
  ],
  [
    'booking_completed',
    booking,
    'How was Soft Machinery on Fri 18 Dec? Write a review of Sofia Lind',
    'How was Soft Machinery on Fri 18 Dec?',
    'How was your booking?',
  ],
  [
    'review_published',
    { title: 'Soft Machinery', rating: 5 },
    'Sofia Lind gave you 5 of 5 for Soft Machinery',
    'Someone gave you 5 of 5 for Soft Machinery',
    'Someone gave you a review',
  ],
  [
    'room_invitation',
    { title: 'Promoters NL' },
    'Sofia Lind invites you to Promoters NL',
    'Someone invites you to Promoters NL',
    'Someone invites you to a room',
  ],
  [
    'room_request',
    { title: 'Promoters NL' },
    'Sofia Lind asks to join Promoters NL',
    'Someone asks to join Promoters NL',
    'Someone asks to join a room',
  ],
  [
    'room_request_accepted',
    { title: 'Promoters NL' },
    'Sofia Lind approved your request to join Promoters NL',
    'Someone approved your request to join Promoters NL',
    'Someone approved your request to join a room',
  ],
  [
    'chat_muted',
    { title: 'Promoters NL', minutes: 1440, note: 'Advertising' },
    'You are muted in Promoters NL for 24 hours: “Advertising”',
    'You are muted in Promoters NL for 24 hours: “Advertising”',
    'You are muted in every room',
  ],
  [
    'chat_banned',
    { title: 'Promoters NL', note: 'Advertising' },
    'You are banned from Promoters NL: “Advertising”',
    'You are banned from Promoters NL: “Advertising”',
    'You are banned from a room',
  ],
  [
    'message_hidden',
    { title: 'Promoters NL', note: 'Advertising' },
    'A moderator hid your message in Promoters NL: “Advertising”',
    'A moderator hid your message in Promoters NL: “Advertising”',
    'A moderator hid your message in a conversation',
  ],
  [
    'report_filed',
    { title: 'R-120', note: 'Message in Promoters NL' },
    'New report R-120: Message in Promoters NL',
    'New report R-120: Message in Promoters NL',
    'New report',
  ],
  [
    'verified',
    {},
    'Your profile is verified now',
    'Your profile is verified now',
    'Your profile is verified now',
  ],
  [
    'moderator_role',
    {},
    'You are a moderator now. Reports appear here',
    'You are a moderator now. Reports appear here',
    'You are a moderator now. Reports appear here',
  ],
  [
    'event_manager',
    { title: 'Dust & Diamonds' },
    'Sofia Lind made you a manager of Dust & Diamonds',
    'Someone made you a manager of Dust & Diamonds',
    'Someone made you a manager of an event',
  ],
  [
    'event_check_in',
    { title: 'Dust & Diamonds' },
    'Sofia Lind made you check-in staff of Dust & Diamonds',
    'Someone made you check-in staff of Dust & Diamonds',
    'Someone made you check-in staff of an event',
  ],
  [
    'event_handed_over',
    { title: 'Dust & Diamonds' },
    'Sofia Lind transferred Dust & Diamonds to you',
    'Someone transferred Dust & Diamonds to you',
    'Someone transferred an event to you',
  ],
  createLineUpRow('line_up_request', 'wants you to play at'),
  createLineUpRow('line_up_accepted', 'will play at'),
  createLineUpRow('line_up_declined', 'declined to play at'),
  createLineUpRow('line_up_left', 'left the line-up of'),
  createWaiverRow('waiver_granted', 'You can publish', ' without a payout account'),
  createWaiverRow('waiver_declined', 'An admin declined the waiver for', ''),
  [
    'event_moved',
    { title: 'Dust & Diamonds', startsAt: '2027-01-15T23:00:00.000Z', timezone: 'Europe/Berlin' },
    'Dust & Diamonds moved to Sat 16 Jan',
    'Dust & Diamonds moved to Sat 16 Jan',
    'an event is postponed',
  ],
  createTitleRow('event_cancelled', (event) => `${event} is canceled. You get a refund`),
  createTitleRow(
    'settlement_ready',
    (event) => `The settlement of ${event} is ready. Check its figures and accept them`,
  ),
  createTitleRow(
    'settlement_reminder',
    (event) =>
      `You haven’t accepted the settlement of ${event} yet. Payouts are sent after all sides have accepted it`,
  ),
  [
    'settlement_questioned',
    { title: 'Soft Machinery', note: 'One night' },
    'Sofia Lind questioned a figure in the settlement of Soft Machinery: “One night”',
    'Someone questioned a figure in the settlement of Soft Machinery: “One night”',
    'Someone questioned a figure in the settlement of an event',
  ],
  [
    'settlement_resolved',
    { title: 'Soft Machinery', isCorrected: true, note: 'Sorry' },
    'Sofia Lind corrected the figure that you questioned in the settlement of Soft Machinery: “Sorry”',
    'Someone corrected the figure that you questioned in the settlement of Soft Machinery: “Sorry”',
    'Someone confirmed the figure that you questioned in the settlement of an event',
  ],
  createTitleRow('settlement_accepted', (event) => `All sides have accepted the settlement of ${event}`),
  [
    'settlement_closed',
    { title: 'Soft Machinery', note: 'No reply' },
    'An admin closed the settlement of Soft Machinery: “No reply”',
    'An admin closed the settlement of Soft Machinery: “No reply”',
    'An admin closed the settlement of an event',
  ],
  [
    'settlement_adjusted',
    { title: 'Soft Machinery', cause: 'refund', amountCents: -960 },
    'A refund changed your share of Soft Machinery by −$9.60',
    'A refund changed your share of Soft Machinery by −$9.60',
    'Your share of an event changed',
  ],
  [
    'payout_sent',
    { title: 'Soft Machinery', amountCents: 16_800, accountEnding: '3000' },
    '$168.00 for Soft Machinery is on its way to your bank account ending 3000',
    '$168.00 for Soft Machinery is on its way to your bank account ending 3000',
    'Your payout for an event is on its way to your bank account',
  ],
  createTitleRow('payouts_paused', () => 'Your payouts are paused. Open your payout account to see why'),
  createTitleRow(
    'webhook_disabled',
    (host) => `Your webhook to ${host} was turned off, because it failed for 5 days or responded with 410`,
    'your program',
  ),
  [
    'tickets_offered',
    { title: 'Dust & Diamonds' },
    'Tickets for Dust & Diamonds are available. They are held for you for half an hour',
    'Tickets for Dust & Diamonds are available. They are held for you for half an hour',
    'Tickets for an event are available. They are held for you for half an hour',
  ],
  [
    'transfer_accepted',
    { title: 'Dust & Diamonds' },
    'Sofia Lind accepted the ticket you transferred: Dust & Diamonds',
    'Someone accepted the ticket you transferred: Dust & Diamonds',
    'Someone accepted the ticket you transferred: an event',
  ],
]
