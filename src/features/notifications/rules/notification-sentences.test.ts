import { expect, test } from 'vitest'
import { describeNotification, joinParts } from './describe-notification'
import type { NotificationFacts } from './notification-facts'
import type { NotificationKind } from './notification-kind'

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

test('only the actor and the subject of a sentence are strong', () => {
  const listStrong = (kind: NotificationKind) =>
    describeNotification(kind, sofia, booking).flatMap(({ text, isStrong }) => (isStrong ? [text] : []))
  expect(listStrong('booking_offer')).toEqual([sofia, '$1,200.00'])
  expect(listStrong('booking_cancelled')).toEqual([sofia, 'Soft Machinery'])
})

test('an offer says whether the reader pays or is paid, and leaves out a missing fee', () => {
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
  expect(say('chat_banned', null, { title: 'Load-in', note })).toBe(`You are banned from Load-in: “${note}”`)
  expect(say('chat_muted', null, { minutes: 60 })).toBe('You are muted in every room for 1 hour')
  expect(say('chat_muted', null, { minutes: 10_080 })).toBe('You are muted in every room for 7 days')
})

test('truncates a long note, even within a word', () => {
  const sentence = say('connection_request', sofia, { note: 'so '.repeat(100) })
  expect(sentence.length).toBeLessThan(160)
  expect(sentence).toMatch(/so…”$/)
})

test('the account of a payout and the cause of an adjustment are named only if they are known', () => {
  const facts = { title: 'Soft Machinery', amountCents: 16_800 }
  expect(say('payout_sent', null, facts)).toBe(
    '$168.00 for Soft Machinery is on its way to your bank account',
  )
  expect(say('settlement_adjusted', null, { ...facts, amountCents: -960 })).toBe(
    'Your share of Soft Machinery changed by −$9.60',
  )
  expect(say('settlement_adjusted', null, { ...facts, cause: 'dispute', amountCents: 960 })).toBe(
    'A dispute changed your share of Soft Machinery by +$9.60',
  )
})

test('never truncates a note within an emoji', () => {
  const sentence = joinParts(
    describeNotification('connection_request', 'Sofia', { note: `${'x'.repeat(118)}🧡🧡` }),
  )
  expect(sentence).toBe(`Sofia wants to connect: “${'x'.repeat(118)}…”`)
})

test('promises no refund to helpers and performers of a canceled event', () => {
  expect(say('event_cancelled', null, { title: 'Dust & Diamonds', youPlay: true })).toBe(
    'Dust & Diamonds is canceled',
  )
})

test.each([
  ['EUR', '€1,200.00', '−€12.00'],
  ['JPY', '¥120,000', '−¥1,200'],
  [undefined, '$1,200.00', '−$12.00'],
] as const)('formats amounts in the currency of the notification, %s', (currency, fee, change) => {
  const facts = currency && { currency }
  expect(say('booking_offer', sofia, { ...booking, ...facts })).toBe(
    `Sofia Lind offers you ${fee} for Fri 18 Dec`,
  )
  expect(say('booking_fee_accepted', sofia, { ...booking, ...facts })).toContain(`lower fee of ${fee}`)
  const amount = { title: 'Tidal', amountCents: 120_000, ...facts }
  expect(say('booking_uncovered', null, amount)).toMatch(fee)
  expect(say('payout_sent', null, amount)).toContain(`${fee} for Tidal`)
  expect(say('settlement_adjusted', null, { ...amount, amountCents: -1200 })).toContain(`by ${change}`)
})
