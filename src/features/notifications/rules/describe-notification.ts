import { formatChange } from '~/lib/money'
import { formatShortDay } from '~/lib/time'
import {
  formatAccount,
  formatAmount,
  formatDuration,
  formatOfferedAmount,
  type NotificationFacts,
} from './notification-facts'
import type { NotificationKind } from './notification-kind'
import { findNotificationDay } from './notification-day'
import { formatWaitlistHold } from './waitlist-hold'

/** A part of a sentence; strong parts are names and amounts. */
export interface SentencePart {
  text: string
  isStrong: boolean
}

const toStrong = (text: string): SentencePart => ({ text, isStrong: true })
const toPlain = (text: string): SentencePart => ({ text, isStrong: false })

/** Truncates longer notes in a sentence. The page with the request shows the full note. */
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
  return sentences[kind](actorName === null ? null : toStrong(actorName), facts)
}

const someone = toStrong('Someone')

const sentences: Record<
  NotificationKind,
  (actor: SentencePart | null, facts: NotificationFacts) => SentencePart[]
> = {
  connection_request: (actor, facts) => [actor ?? someone, toPlain(` wants to connect${quoteNote(facts)}`)],
  connection_accepted: (actor) => [actor ?? someone, toPlain(' accepted. You are connected now')],
  booking_request: (actor, facts) =>
    describeOffer(actor, facts) ?? [actor ?? someone, toPlain(` wants you to play${formatOnDay(facts)}`)],
  booking_offer: (actor, facts) =>
    describeOffer(actor, facts) ?? [actor ?? someone, toPlain(` suggests other terms${formatForDay(facts)}`)],
  booking_agreed: (actor, facts) =>
    actor === null
      ? [...describeEventAtStart(facts), toPlain(' is agreed')]
      : [actor, toPlain(' agreed: '), ...describeEvent(facts)],
  booking_declined: (actor, facts) =>
    actor === null
      ? [...describeEventAtStart(facts), toPlain(' was declined')]
      : [actor, toPlain(' declined '), ...describeEvent(facts)],
  booking_cancelled: (actor, facts) =>
    actor === null
      ? [...describeEventAtStart(facts), toPlain(' is canceled')]
      : [actor, toPlain(' canceled '), ...describeEvent(facts)],
  booking_paid: (actor, facts) => [
    actor ?? someone,
    toPlain(facts.isDeposit ? ' paid the deposit of ' : ' paid '),
    toStrong(formatAmount(facts.amountCents, facts)),
    toPlain(facts.isDeposit ? ' for ' : ' towards the fee for '),
    ...describeEvent(facts),
  ],
  booking_fee_proposed: (actor, facts) => describeLowerFee(actor, 'suggests a lower fee of', facts),
  booking_fee_accepted: (actor, facts) => describeLowerFee(actor, 'agreed to the lower fee of', facts),
  booking_fee_declined: (actor, facts) => [
    actor ?? someone,
    toPlain(' declined the lower fee for '),
    ...describeEvent(facts),
  ],
  booking_uncovered: (_actor, facts) => [
    toStrong(formatAmount(facts.amountCents, facts)),
    toPlain(' of the guaranteed fee for '),
    ...describeEvent(facts),
    toPlain(' isn’t covered yet. Open the booking to see your choices'),
  ],
  booking_expired: (_actor, facts) => [...describeEventAtStart(facts), toPlain(' expired without an answer')],
  booking_completed: (actor, facts) => [
    toPlain('How was '),
    ...describeEvent(facts),
    toPlain('?'),
    ...(actor === null ? [] : [toPlain(' Write a review of '), actor]),
  ],
  review_published: (actor, { rating, title }) => [
    actor ?? someone,
    toPlain(` gave you ${typeof rating === 'number' ? `${rating} of 5` : 'a review'}`),
    ...(title ? [toPlain(' for '), toStrong(title)] : []),
  ],
  room_invitation: (actor, facts) => [actor ?? someone, toPlain(' invites you to '), nameRoom(facts)],
  room_request: (actor, facts) => [actor ?? someone, toPlain(' asks to join '), nameRoom(facts)],
  room_request_accepted: (actor, facts) => [
    actor ?? someone,
    toPlain(' approved your request to join '),
    nameRoom(facts),
  ],
  chat_muted: (_actor, facts) => [
    toPlain('You are muted in '),
    ...(facts.title ? [nameRoom(facts)] : [toPlain('every room')]),
    toPlain(`${formatDuration(facts)}${formatReason(facts)}`),
  ],
  chat_banned: (_actor, facts) => [
    toPlain('You are banned from '),
    nameRoom(facts),
    toPlain(formatReason(facts)),
  ],
  message_hidden: (_actor, facts) => [
    toPlain('A moderator hid your message in '),
    facts.title ? nameRoom(facts) : toPlain('a conversation'),
    toPlain(formatReason(facts)),
  ],
  report_filed: (_actor, { title, note }) => [
    toStrong(title ? `New report ${title}` : 'New report'),
    toPlain(note ? `: ${note}` : ''),
  ],
  verified: () => [toStrong('Your profile'), toPlain(' is verified now')],
  moderator_role: () => [toStrong('You are a moderator'), toPlain(' now. Reports appear here')],
  event_manager: (actor, facts) => [actor ?? someone, toPlain(' made you a manager of '), nameEvent(facts)],
  event_check_in: (actor, facts) => [
    actor ?? someone,
    toPlain(' made you check-in staff of '),
    nameEvent(facts),
  ],
  event_handed_over: (actor, facts) => [
    actor ?? someone,
    toPlain(' transferred '),
    nameEvent(facts),
    toPlain(' to you'),
  ],
  line_up_request: (actor, facts) => [actor ?? someone, toPlain(' wants you to play at '), nameEvent(facts)],
  line_up_accepted: (actor, facts) => [actor ?? someone, toPlain(' will play at '), nameEvent(facts)],
  line_up_declined: (actor, facts) => [actor ?? someone, toPlain(' declined to play at '), nameEvent(facts)],
  line_up_left: (actor, facts) => [actor ?? someone, toPlain(' left the line-up of '), nameEvent(facts)],
  waiver_granted: (_actor, facts) => [
    toPlain('You can publish '),
    nameEvent(facts),
    toPlain(` without a payout account${formatReason(facts)}`),
  ],
  waiver_declined: (_actor, facts) => [
    toPlain('An admin declined the waiver for '),
    nameEvent(facts),
    toPlain(formatReason(facts)),
  ],
  event_moved: (_actor, facts) => [
    nameEvent(facts),
    toPlain(facts.startsAt ? ` moved to ${formatNewDate(facts)}` : ' is postponed'),
  ],
  event_cancelled: (_actor, facts) => [
    nameEvent(facts),
    toPlain(facts.youPlay ? ' is canceled' : ' is canceled. You get a refund'),
  ],
  settlement_ready: (_actor, facts) => [
    toPlain('The settlement of '),
    nameEvent(facts),
    toPlain(' is ready. Check its figures and accept them'),
  ],
  settlement_reminder: (_actor, facts) => [
    toPlain('You haven’t accepted the settlement of '),
    nameEvent(facts),
    toPlain(' yet. Payouts are sent after all sides have accepted it'),
  ],
  settlement_questioned: (actor, facts) => [
    actor ?? someone,
    toPlain(' questioned a figure in the settlement of '),
    nameEvent(facts),
    toPlain(quoteNote(facts)),
  ],
  settlement_resolved: (actor, facts) => [
    actor ?? someone,
    toPlain(
      ` ${facts.isCorrected ? 'corrected' : 'confirmed'} the figure that you questioned in the settlement of `,
    ),
    nameEvent(facts),
    toPlain(quoteNote(facts)),
  ],
  settlement_accepted: (_actor, facts) => [
    toPlain('All sides have accepted the settlement of '),
    nameEvent(facts),
  ],
  settlement_closed: (_actor, facts) => [
    toPlain('An admin closed the settlement of '),
    nameEvent(facts),
    toPlain(formatReason(facts)),
  ],
  settlement_adjusted: (_actor, facts) => describeAdjustment(facts),
  payout_sent: (_actor, facts) => [
    ...(typeof facts.amountCents === 'number'
      ? [toStrong(formatAmount(facts.amountCents, facts)), toPlain(' for ')]
      : [toPlain('Your payout for ')]),
    nameEvent(facts),
    toPlain(` is on its way to ${formatAccount(facts)}`),
  ],
  payouts_paused: (_actor, { isClosed }) => [
    toPlain(
      isClosed
        ? 'Your payout account was closed. Connect one again to be paid'
        : 'Your payouts are paused. Open your payout account to see why',
    ),
  ],
  webhook_disabled: (_actor, { title }) => [
    toPlain('Your webhook to '),
    toStrong(title ?? 'your program'),
    toPlain(' was turned off, because it failed for 5 days or responded with 410'),
  ],
  tickets_offered: (_actor, facts) => [
    toPlain('Tickets for '),
    nameEvent(facts),
    toPlain(` are available. They are held for you for ${formatWaitlistHold().length}`),
  ],
  transfer_accepted: (actor, facts) => [
    actor ?? someone,
    toPlain(' accepted the ticket you transferred: '),
    nameEvent(facts),
  ],
}

const nameEvent = ({ title }: NotificationFacts): SentencePart => toStrong(title || 'an event')

function formatNewDate({ startsAt, timezone }: NotificationFacts): string {
  return startsAt ? formatShortDay(startsAt, timezone ?? 'UTC') : ''
}

const nameRoom = ({ title }: NotificationFacts): SentencePart => toStrong(title || 'a room')

function quoteNote({ note }: NotificationFacts): string {
  return note ? `: “${shorten(note)}”` : ''
}

function describeAdjustment(facts: NotificationFacts): SentencePart[] {
  const { amountCents, cause } = facts
  const amount =
    typeof amountCents === 'number'
      ? [toPlain(' by '), toStrong(formatChange(amountCents, facts.currency ?? 'USD'))]
      : []
  return cause
    ? [toPlain(`A ${cause} changed your share of `), nameEvent(facts), ...amount]
    : [toPlain('Your share of '), nameEvent(facts), toPlain(' changed'), ...amount]
}

/** Formats a moderator's reason. It is never truncated, because it appears nowhere else. */
function formatReason({ note }: NotificationFacts): string {
  return note ? `: “${note}”` : ''
}

export function joinParts(parts: readonly SentencePart[]): string {
  return parts.map(({ text }) => text).join('')
}

/** Describes an offer; undefined if it has neither a fee nor a share. */
function describeOffer(actor: SentencePart | null, facts: NotificationFacts): SentencePart[] | undefined {
  const { youPlay } = facts
  const amount = formatOfferedAmount(facts)
  if (amount === undefined) return undefined
  const verb = youPlay === undefined ? 'offers' : youPlay ? 'offers you' : 'asks'
  return [actor ?? someone, toPlain(` ${verb} `), toStrong(amount), toPlain(formatForDay(facts))]
}

function describeLowerFee(
  actor: SentencePart | null,
  verb: string,
  facts: NotificationFacts,
): SentencePart[] {
  const amount = toStrong(formatAmount(facts.feeCents, facts))
  return [actor ?? someone, toPlain(` ${verb} `), amount, toPlain(' for '), ...describeEvent(facts)]
}

function describeEvent(facts: NotificationFacts, fallback = 'your booking'): SentencePart[] {
  return [toStrong(facts.title || fallback), toPlain(formatOnDay(facts))]
}

function describeEventAtStart(facts: NotificationFacts): SentencePart[] {
  return describeEvent(facts, 'Your booking')
}

const formatOnDay = (facts: NotificationFacts) => formatDay(facts, 'on')
const formatForDay = (facts: NotificationFacts) => formatDay(facts, 'for')

function formatDay(facts: NotificationFacts, preposition: 'on' | 'for'): string {
  const day = findFormattedDay(facts)
  return day === undefined ? '' : ` ${preposition} ${day}`
}

function findFormattedDay(facts: NotificationFacts): string | undefined {
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
