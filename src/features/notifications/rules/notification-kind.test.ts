import { expect, test } from 'vitest'
import { NOTIFICATION_KINDS, type NotificationKind, getKindConfig } from './notification-kind'

const ownLinks: Partial<Record<NotificationKind, string>> = {
  chat_muted: '/dashboard/chat',
  chat_banned: '/dashboard/chat',
  message_hidden: '/dashboard/chat/p1',
  report_filed: '/dashboard/moderation?case=p1',
  verified: '/dashboard/profile',
  moderator_role: '/dashboard/moderation',
  event_manager: '/dashboard/events/p1/edit',
  event_check_in: '/dashboard/events/p1/check-in',
  event_handed_over: '/dashboard/events',
  line_up_request: '/dashboard/events',
  line_up_accepted: '/dashboard/events/p1/edit',
  line_up_declined: '/dashboard/events/p1/edit',
  line_up_left: '/dashboard/events/p1/edit',
  waiver_granted: '/dashboard/events/p1/edit',
  waiver_declined: '/dashboard/events/p1/edit',
  event_moved: '/events/p1',
  event_cancelled: '/events/p1',
  settlement_ready: '/dashboard/events/p1/settlement',
  settlement_reminder: '/dashboard/events/p1/settlement',
  settlement_questioned: '/dashboard/events/p1/settlement',
  settlement_resolved: '/dashboard/events/p1/settlement',
  settlement_accepted: '/dashboard/events/p1/settlement',
  settlement_closed: '/dashboard/events/p1/settlement',
  settlement_adjusted: '/dashboard/events/p1/settlement',
  payout_sent: '/dashboard/events/p1/settlement',
  payouts_paused: '/dashboard/settings#payouts',
  webhook_disabled: '/dashboard/settings#webhooks',
  tickets_offered: '/waitlist',
  transfer_accepted: '/customer/dashboard',
}

test('each kind has a link and a topic, and has an action only if its page offers that action', () => {
  for (const kind of NOTIFICATION_KINDS) {
    const { topic, actionLabel } = getKindConfig(kind)
    if (ownLinks[kind] !== undefined) {
      expect(getKindConfig(kind).link('p1')).toBe(ownLinks[kind])
      continue
    }
    expect(`${topic}_`.replace('s_', '_')).toBe(/^(connection|booking|room)_/u.exec(kind)?.[0] ?? 'booking_')
    if (actionLabel === 'Write a review') expect(kind).toBe('booking_completed')
    expect(getKindConfig(kind).link('b1')).toMatch(
      {
        connections: /^\/dashboard\/network/,
        bookings: /^\/dashboard\/bookings\/b1$/,
        settlements: /^$/,
        rooms: /^\/dashboard\/chat\/b1$/,
        waitlist: /^$/,
        transfers: /^$/,
      }[topic],
    )
  }
  expect(getKindConfig('connection_request').link('c1')).toBe('/dashboard/network?tab=pending')
})

test('only kinds that need an answer or change an event are emailed', () => {
  expect(NOTIFICATION_KINDS.filter((kind) => !getKindConfig(kind).isEmailed)).toEqual([
    'connection_accepted',
    'review_published',
    'room_request_accepted',
    'chat_muted',
    'chat_banned',
    'message_hidden',
    'report_filed',
    'verified',
    'moderator_role',
    'event_manager',
    'event_check_in',
    'event_handed_over',
    'line_up_accepted',
    'event_moved',
    'event_cancelled',
    'webhook_disabled',
    'tickets_offered',
    'transfer_accepted',
  ])
  for (const kind of NOTIFICATION_KINDS)
    if (getKindConfig(kind).actionLabel !== null) expect(getKindConfig(kind).isEmailed).toBe(true)
})
