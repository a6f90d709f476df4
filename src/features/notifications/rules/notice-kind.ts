export const NOTICE_KINDS = [
  'connection_request',
  'connection_accepted',
  'booking_request',
  'booking_offer',
  'booking_agreed',
  'booking_declined',
  'booking_cancelled',
  'booking_expired',
  'booking_completed',
  'review_published',
  'room_invitation',
  'room_request',
  'room_let_in',
  'chat_muted',
  'chat_banned',
  'message_hidden',
  'report_filed',
  'verified',
  'moderator_role',
  'event_manager',
  'event_door',
  'event_handed_over',
  'line_up_request',
  'line_up_accepted',
  'line_up_declined',
  'line_up_left',
  'event_moved',
  'event_cancelled',
  'tickets_offered',
  'ticket_taken',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The kinds of email that a person can switch off, each as one choice. */
export const MAIL_TOPICS = ['bookings', 'connections', 'rooms', 'waitlist', 'transfers'] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]

interface KindPlan {
  topic: MailTopic
  /** Emailed when it needs an answer or changes an event. The rest waits in the bell. */
  isMailed: boolean
  /** The label of its button; null when no answer is needed. */
  asks: 'Answer' | 'Write a review' | null
}

const night: KindPlan = { topic: 'bookings', isMailed: true, asks: null }
// The people of an event and its ticket holders get separate emails that cannot be switched off.
const ofEvent: KindPlan = { topic: 'bookings', isMailed: false, asks: null }
const room: KindPlan = { topic: 'rooms', isMailed: true, asks: null }

const plans: Record<NoticeKind, KindPlan> = {
  connection_request: { topic: 'connections', isMailed: true, asks: 'Answer' },
  connection_accepted: { topic: 'connections', isMailed: false, asks: null },
  booking_request: { ...night, asks: 'Answer' },
  booking_offer: { ...night, asks: 'Answer' },
  booking_agreed: night,
  booking_declined: night,
  booking_cancelled: night,
  booking_expired: night,
  booking_completed: { ...night, asks: 'Write a review' },
  review_published: { ...night, isMailed: false },
  room_invitation: { ...room, asks: 'Answer' },
  room_request: { ...room, asks: 'Answer' },
  room_let_in: { ...room, isMailed: false },
  chat_muted: { ...room, isMailed: false },
  chat_banned: { ...room, isMailed: false },
  message_hidden: { ...room, isMailed: false },
  report_filed: { ...room, isMailed: false },
  // From the site itself and never emailed, so their topic has no effect.
  verified: { topic: 'connections', isMailed: false, asks: null },
  moderator_role: { topic: 'rooms', isMailed: false, asks: null },
  event_manager: ofEvent,
  event_door: ofEvent,
  event_handed_over: ofEvent,
  line_up_request: { ...night, asks: 'Answer' },
  line_up_accepted: ofEvent,
  line_up_declined: night,
  line_up_left: night,
  event_moved: ofEvent,
  event_cancelled: ofEvent,
  // Tickets sends these emails and checks the choice.
  tickets_offered: { topic: 'waitlist', isMailed: false, asks: null },
  ticket_taken: { topic: 'transfers', isMailed: false, asks: null },
}

export function planOf(kind: NoticeKind): KindPlan {
  return plans[kind]
}

export function isNoticeKind(text: string): text is NoticeKind {
  return NOTICE_KINDS.some((kind) => kind === text)
}

/** Returns the path that a notification links to. */
export function linkOfNotice(kind: NoticeKind, subjectId: string): string {
  if (kind === 'connection_request') return '/dashboard/network?tab=pending'
  if (kind === 'connection_accepted') return '/dashboard/network'
  if (kind === 'chat_muted' || kind === 'chat_banned') return '/dashboard/chat'
  if (kind === 'report_filed') return `/dashboard/moderation?case=${subjectId}`
  if (
    kind === 'room_invitation' ||
    kind === 'room_request' ||
    kind === 'room_let_in' ||
    kind === 'message_hidden'
  )
    return `/dashboard/chat/${subjectId}`
  if (kind === 'verified') return '/dashboard/profile'
  if (kind === 'moderator_role') return '/dashboard/moderation'
  if (kind === 'event_manager') return `/dashboard/events/${subjectId}/edit`
  if (kind === 'event_door') return `/dashboard/events/${subjectId}/door`
  if (kind === 'line_up_accepted' || kind === 'line_up_declined' || kind === 'line_up_left')
    return `/dashboard/events/${subjectId}/edit`
  if (kind === 'event_handed_over' || kind === 'line_up_request') return '/dashboard/events'
  if (kind === 'event_moved' || kind === 'event_cancelled') return `/events/${subjectId}`
  if (kind === 'tickets_offered') return '/waitlist'
  if (kind === 'ticket_taken') return '/customer/dashboard'
  return `/dashboard/bookings/${subjectId}`
}
