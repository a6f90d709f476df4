import { expect, test } from 'vitest'
import { getEmailTexts, formatSenderName } from './email-texts'
import type { NotificationFacts } from './notification-facts'
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kind'

const event: NotificationFacts = {
  title: 'Soft Machinery',
  location: 'Loom Hall, Glasgow',
  timezone: 'Europe/London',
  startsAt: '2026-12-18T23:00:00.000Z',
  feeCents: 120_000,
  answerBy: '2026-12-04T12:00:00.000Z',
  youPlay: true,
}
const getSubject = (kind: NotificationKind, facts: NotificationFacts = event) =>
  getEmailTexts(kind, 'Sofia Lind', facts).subject

test('the email about an offer has the subject, preview, headline and texts of the design', () => {
  expect(getEmailTexts('booking_request', 'Sofia Lind', event)).toEqual({
    subject: 'Sofia Lind offers you Friday 18 December',
    preview: '$1,200.00 for Fri 18 Dec at Loom Hall, Glasgow. Answer by Fri 4 Dec.',
    kicker: 'Offer for Soft Machinery',
    headline: '$1,200.00',
    isFigure: true,
    reason: 'You get this email because an offer needs an answer.',
  })
})

test('the headline of an offer and the subject of a payout are in the currency of the notification', () => {
  expect(getEmailTexts('booking_request', 'Sofia Lind', { ...event, currency: 'EUR' })).toMatchObject({
    preview: '€1,200.00 for Fri 18 Dec at Loom Hall, Glasgow. Answer by Fri 4 Dec.',
    headline: '€1,200.00',
  })
  expect(getSubject('payout_sent', { ...event, amountCents: 9_000, currency: 'JPY' })).toBe(
    'Payout sent: ¥9,000',
  )
})

test('the subject of each booking step names the step and the day', () => {
  expect(getSubject('booking_request', { ...event, feeCents: null })).toBe(
    'Sofia Lind wants you to play on Friday 18 December',
  )
  expect(getSubject('booking_offer', { ...event, youPlay: false })).toBe(
    'Sofia Lind asks $1,200.00 for Friday 18 December',
  )
  expect(getSubject('booking_offer', { ...event, feeCents: null })).toBe(
    'Sofia Lind suggests other terms for Friday 18 December',
  )
  expect(getSubject('booking_offer', { ...event, share: '60% of net', youPlay: false })).toBe(
    'Sofia Lind asks $1,200.00 or 60% of net for Friday 18 December',
  )
  expect(getSubject('booking_agreed')).toBe('Agreed: Soft Machinery, Friday 18 December')
  expect(getSubject('booking_declined')).toBe('Sofia Lind declined Friday 18 December')
  expect(getSubject('booking_cancelled')).toBe('Canceled: Soft Machinery, Friday 18 December')
  expect(getSubject('booking_paid', { ...event, isDeposit: true })).toBe(
    'Deposit paid: Soft Machinery, Friday 18 December',
  )
  expect(getSubject('booking_fee_proposed')).toBe('Sofia Lind suggests a lower fee for Soft Machinery')
  expect(getSubject('booking_fee_accepted')).toBe('Lower fee agreed: Soft Machinery, Friday 18 December')
  expect(getSubject('booking_fee_declined')).toBe('Lower fee declined: Soft Machinery, Friday 18 December')
  expect(getSubject('booking_uncovered')).toBe(
    'Guaranteed fee not covered: Soft Machinery, Friday 18 December',
  )
  expect(getSubject('booking_expired')).toBe('No answer in time: Soft Machinery, Friday 18 December')
  expect(getSubject('booking_completed')).toBe('How was Soft Machinery?')
})

test('subject and preview of an email name the day of the event', () => {
  const late = { ...event, startsAt: '2026-12-19T01:00:00.000Z', day: '2026-12-18' }
  expect(getSubject('booking_request', late)).toBe('Sofia Lind offers you Friday 18 December')
  expect(getEmailTexts('booking_request', null, late).preview).toContain('for Fri 18 Dec at')
})

test('the email about a payout has the amount as its headline', () => {
  expect(
    getEmailTexts('payout_sent', null, { ...event, amountCents: 280_123, accountEnding: '3000' }),
  ).toEqual({
    subject: 'Payout sent: $2,801.23',
    preview:
      'Your payout for Soft Machinery is on its way to your bank account ending 3000. The payment provider’s schedule decides when it arrives.',
    kicker: 'Payout sent',
    headline: '$2,801.23',
    isFigure: true,
    lead: 'Your payout for Soft Machinery is on its way to your bank account ending 3000. The payment provider’s schedule decides when it arrives.',
    reason: 'You get this email because we sent you a payout.',
  })
})

test('the email about paused payouts says why it was sent', () => {
  expect(getEmailTexts('payouts_paused', null, {})).toMatchObject({
    subject: 'Your payouts are paused. Open your payout account to see why',
    kicker: 'Payouts paused',
    reason: 'You get this email because your payout account changed.',
  })
  expect(getEmailTexts('payouts_paused', null, { isClosed: true }).subject).toBe(
    'Your payout account was closed. Connect one again to be paid',
  )
})

test('only an offer has the amount as its headline, and a request without a fee has none', () => {
  const figures = NOTIFICATION_KINDS.filter((kind) => getEmailTexts(kind, 'Sofia Lind', event).isFigure)
  expect(figures).toEqual(['booking_request', 'booking_offer'])
  const { isFigure, kicker, headline } = getEmailTexts('booking_request', 'Sofia Lind', {
    ...event,
    feeCents: null,
  })
  expect({ isFigure, kicker, headline }).toEqual({
    isFigure: false,
    kicker: 'Request for Soft Machinery',
    headline: 'Sofia Lind wants you to play on Fri 18 Dec',
  })
})

test('the email about a connection request names the requester and quotes the note in its body only', () => {
  const texts = getEmailTexts('connection_request', 'Dae-Jung Park', { note: 'We play the same night' })
  expect(texts.subject).toBe('Dae-Jung Park wants to connect')
  expect(texts.headline).toBe('Dae-Jung Park wants to connect')
  expect(texts.kicker).toBe('Connection request')
})

test('the email of every kind has texts of one line each, even without details and actor', () => {
  for (const kind of NOTIFICATION_KINDS) {
    const texts = getEmailTexts(kind, null, {})
    expect(texts.subject, kind).toMatch(/^\S.+\S$/)
    expect(texts.preview, kind).toMatch(/[.?]$/)
    expect(texts.preview, kind).not.toContain('?.')
  }
  expect(getSubject('booking_cancelled', { ...event, title: 'Soft\r\nBcc: thief@example.com' })).not.toMatch(
    /[\r\n]/,
  )
})

test('a sender’s name cannot imitate an email address or add a header', () => {
  expect(formatSenderName('Sofia Lind', 'Back to Back')).toBe('Sofia Lind via Back to Back')
  expect(formatSenderName('Bank <safe@bank.example>, "Support"\r\nBcc: x', 'Back to Back')).toBe(
    'Bank safe bank.example Support Bcc x via Back to Back',
  )
  for (const name of ['Back to Back Security', 'BACKTOBACK', 'the back  to back team'])
    expect(formatSenderName(name, 'Back to Back')).toBe('A member via Back to Back')
  expect(formatSenderName('\u202Eevil', 'Back to Back')).toBe('evil via Back to Back')
  expect(formatSenderName('x'.repeat(300), 'Back to Back')).toHaveLength(60 + ' via Back to Back'.length)
  expect(formatSenderName(`${'x'.repeat(59)}🧡`, 'Back to Back')).toBe(`${'x'.repeat(59)} via Back to Back`)
  expect(formatSenderName('<>', 'Back to Back')).toBeUndefined()
  expect(formatSenderName(null, 'Back to Back')).toBeUndefined()
})

test('emails of a renamed site carry the new name, and no member’s name can imitate it', () => {
  expect(formatSenderName('Sofia Lind', 'Slipped Halves')).toBe('Sofia Lind via Slipped Halves')
  expect(formatSenderName('slipped-halves crew', 'Slipped Halves')).toBe('A member via Slipped Halves')
  expect(formatSenderName('Back to Back', 'Slipped Halves')).toBe('Back to Back via Slipped Halves')
  // A short site name occurs within many names, so only an equal name counts as an imitation.
  expect(formatSenderName('DJ Mara', 'DJ')).toBe('DJ Mara via DJ')
  expect(formatSenderName('d.j.', 'DJ')).toBe('A member via DJ')
})
