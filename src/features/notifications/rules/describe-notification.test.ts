import { describe, expect, test } from 'vitest'
import type { NotificationFacts } from './notification-facts'
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kind'
import { joinParts, describeNotification } from './describe-notification'

const booking: NotificationFacts = {
  title: 'Soft Machinery',
  timezone: 'Europe/London',
  startsAt: '2026-12-18T23:00:00.000Z',
  feeCents: 120_000,
  youPlay: true,
}
const sofia = 'Sofia Lind'
const say = (kind: NotificationKind, actor: string | null, facts: NotificationFacts) =>
  joinParts(describeNotification(kind, actor, facts))

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

/** Columns: kind, facts, sentence with an actor and all facts, without an actor, and without facts. */
const table: [NotificationKind, NotificationFacts, string, string, string][] = [
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
    'Sofia Lind cancelled Soft Machinery on Fri 18 Dec',
    'Soft Machinery on Fri 18 Dec is cancelled',
    'Your booking is cancelled',
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
  [
    'event_cancelled',
    { title: 'Dust & Diamonds' },
    'Dust & Diamonds is cancelled. You get a refund',
    'Dust & Diamonds is cancelled. You get a refund',
    'an event is cancelled. You get a refund',
  ],
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

describe('notification sentence', () => {
  test('every kind of notification has a row in the table of this test', () => {
    expect(table.map(([kind]) => kind)).toEqual([...NOTIFICATION_KINDS])
  })

  test.each(table)(
    'describes a notification of kind %s with and without actor and details',
    (kind, facts, withActor, byItself, bare) => {
      expect(say(kind, sofia, facts)).toBe(withActor)
      expect(say(kind, null, facts)).toBe(byItself)
      expect(say(kind, null, {})).toBe(bare)
    },
  )

  test('only the actor and the subject of a sentence are strong', () => {
    const listStrong = (kind: NotificationKind) =>
      describeNotification(kind, sofia, booking).flatMap(({ text, isStrong }) => (isStrong ? [text] : []))
    expect(listStrong('booking_offer')).toEqual([sofia, '$1,200.00'])
    expect(listStrong('booking_cancelled')).toEqual([sofia, 'Soft Machinery'])
  })

  test('an offer says whether the reader pays or is paid, and a missing fee is left out', () => {
    expect(say('booking_offer', 'Juno Okafor', { ...booking, youPlay: false })).toBe(
      'Juno Okafor asks $1,200.00 for Fri 18 Dec',
    )
    const { youPlay: _, ...neutral } = booking
    expect(say('booking_offer', sofia, neutral)).toBe('Sofia Lind offers $1,200.00 for Fri 18 Dec')
    expect(say('booking_request', sofia, { ...booking, feeCents: null })).toBe(
      'Sofia Lind wants you to play on Fri 18 Dec',
    )
    expect(say('booking_offer', sofia, { ...booking, feeCents: 0 })).toContain('$0.00')
    const share = '60% of net'
    expect(say('booking_offer', sofia, { ...booking, feeCents: null, share })).toBe(
      'Sofia Lind offers you 60% of net for Fri 18 Dec',
    )
  })

  test('a sentence names the day in the zone of the venue', () => {
    expect(say('booking_offer', sofia, { ...booking, timezone: 'Asia/Tokyo' })).toContain('Sat 19 Dec')
  })

  test('a set after midnight belongs to the day of its event', () => {
    const late = { ...booking, startsAt: '2026-12-19T01:00:00.000Z' }
    expect(say('booking_offer', sofia, late)).toContain('Sat 19 Dec')
    expect(say('booking_offer', sofia, { ...late, day: '2026-12-18' })).toContain('Fri 18 Dec')
  })

  test("a moderator's reason is never truncated, and durations are in hours or days", () => {
    const note = 'so '.repeat(100).trim()
    expect(say('chat_banned', null, { title: 'Load-in', note })).toBe(
      `You are banned from Load-in: “${note}”`,
    )
    expect(say('chat_muted', null, { minutes: 60 })).toBe('You are muted in every room for 1 hour')
    expect(say('chat_muted', null, { minutes: 10_080 })).toBe('You are muted in every room for 7 days')
  })

  test('truncates a long note, even within a word', () => {
    const sentence = say('connection_request', sofia, { note: 'so '.repeat(100) })
    expect(sentence.length).toBeLessThan(160)
    expect(sentence).toMatch(/so…”$/)
  })
})

test('never truncates a note within an emoji', () => {
  const sentence = joinParts(
    describeNotification('connection_request', 'Sofia', { note: `${'x'.repeat(118)}🧡🧡` }),
  )
  expect(sentence).toBe(`Sofia wants to connect: “${'x'.repeat(118)}…”`)
})

test('promises no refund to helpers and performers of a canceled event', () => {
  expect(say('event_cancelled', null, { title: 'Dust & Diamonds', youPlay: true })).toBe(
    'Dust & Diamonds is cancelled',
  )
})
