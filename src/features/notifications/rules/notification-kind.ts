/** The email topics that a person can turn off. */
export const EMAIL_TOPICS = [
  'bookings',
  'settlements',
  'connections',
  'rooms',
  'waitlist',
  'transfers',
] as const
export type EmailTopic = (typeof EMAIL_TOPICS)[number]

interface KindConfig {
  topic: EmailTopic
  /** True for kinds that need an answer or change an event. Other kinds appear only in the notification list. */
  isEmailed: boolean
  /** The label of the notification's button; null if no answer is needed. */
  actionLabel: 'Answer' | 'Write a review' | 'Check and accept' | null
  link: (subjectId: string) => string
  /** The line above the headline in the email. */
  kicker: string
}

const getRoomPath = (id: string) => `/dashboard/chat/${id}`
const getEditorPath = (id: string) => `/dashboard/events/${id}/edit`
const getEventPath = (id: string) => `/events/${id}`
const getEventsPath = () => '/dashboard/events'

const ofBooking = {
  topic: 'bookings',
  isEmailed: true,
  actionLabel: null,
  link: (id: string) => `/dashboard/bookings/${id}`,
} as const
// For changes of an event. These notifications aren't emailed, because separate emails that can't be turned off cover
// the changes.
const ofEvent = { topic: 'bookings', isEmailed: false, actionLabel: null } as const
// For the reply to an organizer who asked to sell tickets without a payout account.
const ofWaiver = { ...ofEvent, isEmailed: true, link: getEditorPath } as const
const ofLineUp = {
  topic: 'bookings',
  isEmailed: true,
  actionLabel: null,
  kicker: 'Line-up',
  link: getEditorPath,
} as const
const ofSettlement = {
  topic: 'settlements',
  isEmailed: true,
  actionLabel: null,
  kicker: 'Settlement',
  link: (eventId: string) => `/dashboard/events/${eventId}/settlement`,
} as const
const ofRoom = { topic: 'rooms', isEmailed: true, actionLabel: null, link: getRoomPath } as const
const byModerator = { ...ofRoom, isEmailed: false, link: () => '/dashboard/chat' } as const
// For notifications from the site itself. They are never emailed, so the topic has no effect.
const ofSite = { topic: 'connections', isEmailed: false, actionLabel: null } as const

// The sentence of each kind is in describe-notification.ts.
const kindConfigs = {
  connection_request: {
    topic: 'connections',
    isEmailed: true,
    actionLabel: 'Answer',
    kicker: 'Connection request',
    link: () => '/dashboard/network?tab=pending',
  },
  connection_accepted: {
    topic: 'connections',
    isEmailed: false,
    actionLabel: null,
    kicker: 'Connected',
    link: () => '/dashboard/network',
  },
  booking_request: { ...ofBooking, actionLabel: 'Answer', kicker: 'Request for' },
  booking_offer: { ...ofBooking, actionLabel: 'Answer', kicker: 'Offer for' },
  booking_agreed: { ...ofBooking, kicker: 'Agreed:' },
  booking_declined: { ...ofBooking, kicker: 'Declined:' },
  booking_cancelled: { ...ofBooking, kicker: 'Canceled:' },
  booking_paid: { ...ofBooking, kicker: 'Paid:' },
  booking_fee_proposed: { ...ofBooking, actionLabel: 'Answer', kicker: 'Lower fee for' },
  booking_fee_accepted: { ...ofBooking, kicker: 'Lower fee agreed:' },
  booking_fee_declined: { ...ofBooking, kicker: 'Lower fee declined:' },
  booking_uncovered: { ...ofBooking, kicker: 'Fee not covered:' },
  booking_expired: { ...ofBooking, kicker: 'Expired:' },
  booking_completed: { ...ofBooking, actionLabel: 'Write a review', kicker: 'Played:' },
  review_published: { ...ofBooking, isEmailed: false, kicker: 'Review' },
  room_invitation: { ...ofRoom, actionLabel: 'Answer', kicker: 'Invitation to a room' },
  room_request: { ...ofRoom, actionLabel: 'Answer', kicker: 'Request to join' },
  room_request_accepted: { ...ofRoom, isEmailed: false, kicker: 'Request accepted' },
  chat_muted: { ...byModerator, kicker: 'Muted' },
  chat_banned: { ...byModerator, kicker: 'Banned' },
  message_hidden: { ...byModerator, kicker: 'Message hidden', link: getRoomPath },
  report_filed: { ...byModerator, kicker: 'Report', link: (id) => `/dashboard/moderation?case=${id}` },
  verified: { ...ofSite, kicker: 'Verified', link: () => '/dashboard/profile' },
  moderator_role: { ...ofSite, topic: 'rooms', kicker: 'Moderator', link: () => '/dashboard/moderation' },
  event_manager: { ...ofEvent, kicker: 'Manager', link: getEditorPath },
  event_check_in: { ...ofEvent, kicker: 'Check-in', link: (id) => `/dashboard/events/${id}/check-in` },
  event_handed_over: { ...ofEvent, kicker: 'Event transferred', link: getEventsPath },
  line_up_request: { ...ofLineUp, actionLabel: 'Answer', kicker: 'Line-up request', link: getEventsPath },
  line_up_accepted: { ...ofLineUp, isEmailed: false },
  line_up_declined: ofLineUp,
  line_up_left: ofLineUp,
  waiver_granted: { ...ofWaiver, kicker: 'Waiver granted' },
  waiver_declined: { ...ofWaiver, kicker: 'Waiver declined' },
  event_moved: { ...ofEvent, kicker: 'New date', link: getEventPath },
  event_cancelled: { ...ofEvent, kicker: 'Canceled', link: getEventPath },
  settlement_ready: { ...ofSettlement, actionLabel: 'Check and accept' },
  settlement_reminder: { ...ofSettlement, actionLabel: 'Check and accept' },
  settlement_questioned: ofSettlement,
  settlement_resolved: ofSettlement,
  settlement_accepted: ofSettlement,
  settlement_closed: ofSettlement,
  settlement_adjusted: ofSettlement,
  payout_sent: { ...ofSettlement, kicker: 'Payout sent' },
  payouts_paused: {
    ...ofSettlement,
    kicker: 'Payouts paused',
    link: () => '/dashboard/settings#payouts',
  },
  webhook_disabled: {
    ...ofSite,
    kicker: 'Webhook turned off',
    link: () => '/dashboard/settings#webhooks',
  },
  // The tickets feature sends the emails for this kind, and checks the person's email preference itself.
  tickets_offered: {
    topic: 'waitlist',
    isEmailed: false,
    actionLabel: null,
    kicker: 'Waitlist',
    link: () => '/waitlist',
  },
  transfer_accepted: {
    topic: 'transfers',
    isEmailed: false,
    actionLabel: null,
    kicker: 'Ticket',
    link: () => '/customer/dashboard',
  },
} satisfies Record<string, KindConfig>

export type NotificationKind = keyof typeof kindConfigs
// The cast restores the key types, which Object.keys loses.
export const NOTIFICATION_KINDS = Object.keys(kindConfigs) as NotificationKind[]

export function getKindConfig(kind: NotificationKind): KindConfig {
  return kindConfigs[kind]
}

export function isNotificationKind(text: string): text is NotificationKind {
  return Object.hasOwn(kindConfigs, text)
}
