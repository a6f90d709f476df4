import { countOf } from '~/lib/count-of'
import { formatDollars } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import type { NotificationFacts } from './notification-facts'
import type { NotificationKind } from './notification-kind'
import { findNotificationDay } from './notification-day'
import { formatWaitlistHold } from './waitlist-hold'

/** A part of a sentence; strong parts are names and amounts. */
export interface SentencePart {
  text: string
  isStrong: boolean
}

const strong = (text: string): SentencePart => ({ text, isStrong: true })
const plain = (text: string): SentencePart => ({ text, isStrong: false })

/** Longer notes are truncated; the answer page shows the full note. */
const NOTE_MAX = 120

/**
 * Returns the notification as one sentence without a full stop, in parts. Days are in the zone of the venue.
 * @param actorName null when no person caused it
 */
export function describeNotification(
  kind: NotificationKind,
  actorName: string | null,
  facts: NotificationFacts,
): SentencePart[] {
  return sentences[kind](actorName === null ? null : strong(actorName), facts)
}

const someone = strong('Someone')

const sentences: Record<
  NotificationKind,
  (who: SentencePart | null, facts: NotificationFacts) => SentencePart[]
> = {
  connection_request: (who, { note }) => [
    who ?? someone,
    plain(` wants to connect${note ? `: “${shorten(note)}”` : ''}`),
  ],
  connection_accepted: (who) => [who ?? someone, plain(' accepted. You are connected now')],
  booking_request: (who, facts) =>
    offer(who, facts) ?? [who ?? someone, plain(` wants you to play${onDay(facts)}`)],
  booking_offer: (who, facts) =>
    offer(who, facts) ?? [who ?? someone, plain(` suggests other terms${forDay(facts)}`)],
  booking_agreed: (who, facts) =>
    who === null
      ? [...theEvent(facts), plain(' is agreed')]
      : [who, plain(' agreed: '), ...describeEvent(facts)],
  booking_declined: (who, facts) =>
    who === null
      ? [...theEvent(facts), plain(' was declined')]
      : [who, plain(' declined '), ...describeEvent(facts)],
  booking_cancelled: (who, facts) =>
    who === null
      ? [...theEvent(facts), plain(' is cancelled')]
      : [who, plain(' cancelled '), ...describeEvent(facts)],
  booking_expired: (_who, facts) => [...theEvent(facts), plain(' expired without an answer')],
  booking_completed: (who, facts) => [
    plain('How was '),
    ...describeEvent(facts),
    plain('?'),
    ...(who === null ? [] : [plain(' Write a review of '), who]),
  ],
  review_published: (who, { rating, title }) => [
    who ?? someone,
    plain(` gave you ${typeof rating === 'number' ? `${rating} of 5` : 'a review'}`),
    ...(title ? [plain(' for '), strong(title)] : []),
  ],
  room_invitation: (who, facts) => [who ?? someone, plain(' invites you to '), room(facts)],
  room_request: (who, facts) => [who ?? someone, plain(' asks to join '), room(facts)],
  room_request_accepted: (who, facts) => [
    who ?? someone,
    plain(' approved your request to join '),
    room(facts),
  ],
  chat_muted: (_who, facts) => [
    plain('You are muted in '),
    ...(facts.title ? [room(facts)] : [plain('every room')]),
    plain(`${lengthOf(facts)}${reasonOf(facts)}`),
  ],
  chat_banned: (_who, facts) => [plain('You are banned from '), room(facts), plain(reasonOf(facts))],
  message_hidden: (_who, facts) => [
    plain('A moderator hid your message in '),
    facts.title ? room(facts) : plain('a conversation'),
    plain(reasonOf(facts)),
  ],
  report_filed: (_who, { title, note }) => [
    strong(title ? `New report ${title}` : 'New report'),
    plain(note ? `: ${note}` : ''),
  ],
  verified: () => [strong('Your profile'), plain(' is verified now')],
  moderator_role: () => [strong('You are a moderator'), plain(' now. Reports appear here')],
  event_manager: (who, facts) => [who ?? someone, plain(' made you a manager of '), event(facts)],
  event_check_in: (who, facts) => [who ?? someone, plain(' made you check-in staff of '), event(facts)],
  event_handed_over: (who, facts) => [who ?? someone, plain(' transferred '), event(facts), plain(' to you')],
  line_up_request: (who, facts) => [who ?? someone, plain(' wants you to play at '), event(facts)],
  line_up_accepted: (who, facts) => [who ?? someone, plain(' will play at '), event(facts)],
  line_up_declined: (who, facts) => [who ?? someone, plain(' declined to play at '), event(facts)],
  line_up_left: (who, facts) => [who ?? someone, plain(' left the line-up of '), event(facts)],
  event_moved: (_who, facts) => [
    event(facts),
    plain(facts.startsAt ? ` moved to ${movedTo(facts)}` : ' is postponed'),
  ],
  event_cancelled: (_who, facts) => [
    event(facts),
    plain(facts.youPlay ? ' is cancelled' : ' is cancelled. You get a refund'),
  ],
  tickets_offered: (_who, facts) => [
    plain('Tickets for '),
    event(facts),
    plain(` are available. They are held for you for ${formatWaitlistHold().length}`),
  ],
  transfer_accepted: (who, facts) => [
    who ?? someone,
    plain(' accepted the ticket you transferred: '),
    event(facts),
  ],
}

const event = ({ title }: NotificationFacts): SentencePart => strong(title || 'an event')

function movedTo({ startsAt, timezone }: NotificationFacts): string {
  return startsAt ? formatShortDay(startsAt, timezone ?? 'UTC') : ''
}

const room = ({ title }: NotificationFacts): SentencePart => strong(title || 'a room')

/** Never truncated, because it appears nowhere else. */
function reasonOf({ note }: NotificationFacts): string {
  return note ? `: “${note}”` : ''
}

function lengthOf({ minutes }: NotificationFacts): string {
  if (typeof minutes !== 'number') return ''
  if (minutes < 60) return ` for ${countOf(minutes, 'minute', 'minutes')}`
  const hours = Math.round(minutes / 60)
  return ` for ${hours <= 48 ? countOf(hours, 'hour', 'hours') : countOf(Math.round(hours / 24), 'day', 'days')}`
}

export function joinParts(parts: readonly SentencePart[]): string {
  return parts.map(({ text }) => text).join('')
}

/** Returns undefined without a fee. */
function offer(who: SentencePart | null, facts: NotificationFacts): SentencePart[] | undefined {
  const { feeCents, youPlay } = facts
  if (typeof feeCents !== 'number') return undefined
  const verb = youPlay === undefined ? 'offers' : youPlay ? 'offers you' : 'asks'
  return [who ?? someone, plain(` ${verb} `), strong(formatDollars(feeCents)), plain(forDay(facts))]
}

function describeEvent(facts: NotificationFacts, nameless = 'your booking'): SentencePart[] {
  return [strong(facts.title || nameless), plain(onDay(facts))]
}

function theEvent(facts: NotificationFacts): SentencePart[] {
  return describeEvent(facts, 'Your booking')
}

function onDay(facts: NotificationFacts): string {
  const day = findDay(facts)
  return day === undefined ? '' : ` on ${day}`
}

function forDay(facts: NotificationFacts): string {
  const day = findDay(facts)
  return day === undefined ? '' : ` for ${day}`
}

function findDay(facts: NotificationFacts): string | undefined {
  const day = findNotificationDay(facts)
  return day && formatShortDay(...day)
}

function shorten(note: string): string {
  const line = note.replaceAll(/\s+/g, ' ').trim()
  return line.length <= NOTE_MAX
    ? line
    : `${line
        .slice(0, NOTE_MAX - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`
}
