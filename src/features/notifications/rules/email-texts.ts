import { cleanSingleLineText } from '~/lib/single-line-text'
import { formatDay, formatShortDay } from '~/lib/time'
import {
  formatAccount,
  formatAmount,
  formatOfferedAmount,
  type NotificationFacts,
} from './notification-facts'
import { type NotificationKind, getKindConfig } from './notification-kind'
import { findNotificationDay } from './notification-day'
import { joinParts, describeNotification } from './describe-notification'

export interface EmailTexts {
  subject: string
  /** The preview text that an inbox shows next to the subject. */
  preview: string
  /** The line above the headline. */
  kicker: string
  headline: string
  isFigure: boolean
  /** The text below the headline, if the email quotes no message. */
  lead?: string
  reason: string
}

/**
 * Returns the subject, preview and headline of an email. Days are in the zone of the venue.
 * @param actorName null when no person caused it
 */
export function getEmailTexts(
  kind: NotificationKind,
  actorName: string | null,
  facts: NotificationFacts,
): EmailTexts {
  if (kind === 'payout_sent' && typeof facts.amountCents === 'number')
    return getPayoutTexts(formatAmount(facts.amountCents, facts), facts)
  // Leaves the note out of the sentence, because the body of the email quotes it in full.
  const sentence = joinParts(describeNotification(kind, actorName, { ...facts, note: null }))
  const title = facts.title || 'your booking'
  const day = formatLongDay(facts)
  const isOffer = kind === 'booking_request' || kind === 'booking_offer'
  const amount = isOffer ? formatOfferedAmount(facts) : undefined
  const fee = amount === undefined ? {} : { fee: amount }
  const subject =
    day === undefined
      ? undefined
      : subjects[kind]?.({ actor: actorName ?? 'Someone', day, title, ...fee }, facts)
  return {
    subject: cleanSingleLineText(subject ?? sentence),
    preview: isOffer ? summarizeOffer(facts) : sentence.endsWith('?') ? sentence : `${sentence}.`,
    kicker: `${fee.fee === undefined ? getKindConfig(kind).kicker : 'Offer for'}${kind.startsWith('booking_') ? ` ${title}` : ''}`,
    headline: fee.fee ?? (kind === 'booking_completed' ? 'How was it?' : sentence),
    isFigure: fee.fee !== undefined,
    reason: describeReason(kind),
  }
}

/** Returns the texts of an email about a payout. The amount is the headline, as in an offer. */
function getPayoutTexts(amount: string, facts: NotificationFacts): EmailTexts {
  const lead = `Your payout for ${facts.title || 'an event'} is on its way to ${formatAccount(facts)}. The payment provider’s schedule decides when it arrives.`
  const { kicker } = getKindConfig('payout_sent')
  return {
    subject: `Payout sent: ${amount}`,
    preview: lead,
    kicker,
    headline: amount,
    isFigure: true,
    lead,
    reason: describeReason('payout_sent'),
  }
}

/**
 * The subjects of kinds that name the day or the title of the booking. Emails of other kinds use the sentence of the
 * notification as subject.
 */
const subjects: Partial<
  Record<
    NotificationKind,
    (values: { actor: string; day: string; title: string; fee?: string }, facts: NotificationFacts) => string
  >
> = {
  booking_request: ({ actor, day, fee }) =>
    fee === undefined ? `${actor} wants you to play on ${day}` : `${actor} offers you ${day}`,
  booking_offer({ actor, day, fee }, { youPlay }) {
    if (fee === undefined) return `${actor} suggests other terms for ${day}`
    return youPlay === false ? `${actor} asks ${fee} for ${day}` : `${actor} offers you ${day}`
  },
  booking_agreed: ({ title, day }) => `Agreed: ${title}, ${day}`,
  booking_declined: ({ actor, day }) => `${actor} declined ${day}`,
  booking_cancelled: ({ title, day }) => `Canceled: ${title}, ${day}`,
  booking_paid: ({ title, day }, { isDeposit }) =>
    `${isDeposit ? 'Deposit paid' : 'Paid towards the fee'}: ${title}, ${day}`,
  booking_fee_proposed: ({ actor, title }) => `${actor} suggests a lower fee for ${title}`,
  booking_fee_accepted: ({ title, day }) => `Lower fee agreed: ${title}, ${day}`,
  booking_fee_declined: ({ title, day }) => `Lower fee declined: ${title}, ${day}`,
  booking_uncovered: ({ title, day }) => `Guaranteed fee not covered: ${title}, ${day}`,
  booking_expired: ({ title, day }) => `No answer in time: ${title}, ${day}`,
  booking_completed: ({ title }) => `How was ${title}?`,
}

/** Summarizes an offer: `$1,200.00 for Fri 18 Dec at Loom Hall, Glasgow. Answer by Fri 4 Dec.` */
function summarizeOffer(facts: NotificationFacts): string {
  const { location, answerBy } = facts
  const day = findNotificationDay(facts)
  const parts = [
    formatOfferedAmount(facts) ?? 'No fee yet',
    day ? `for ${formatShortDay(...day)}` : '',
    location ? `at ${location}` : '',
  ]
  const until = answerBy ? ` Answer by ${formatShortDay(answerBy, facts.timezone || 'UTC')}.` : ''
  return `${parts.filter(Boolean).join(' ')}.${until}`
}

/** Formats the day of the event: `Friday 18 December`. */
function formatLongDay(facts: NotificationFacts): string | undefined {
  const day = findNotificationDay(facts)
  return day && withoutYear(formatDay(...day))
}

export function withoutYear(day: string): string {
  return day.replace(/ \d{4}$/, '')
}

function describeReason(kind: NotificationKind): string {
  if (kind === 'connection_request') return 'You get this email because someone wants to connect with you.'
  if (kind === 'room_invitation') return 'You get this email because someone invited you to a room.'
  if (kind === 'room_request') return 'You get this email because you manage the room.'
  if (kind === 'booking_completed') return 'You get this email because one of your events has ended.'
  if (kind === 'line_up_request') return 'You get this email because an organizer wants you to play.'
  if (kind === 'line_up_declined' || kind === 'line_up_left')
    return 'You get this email because the line-up of your event changed.'
  if (kind === 'waiver_granted' || kind === 'waiver_declined')
    return 'You get this email because you asked for a waiver.'
  if (kind === 'payout_sent') return 'You get this email because we sent you a payout.'
  if (kind === 'payouts_paused') return 'You get this email because your payout account changed.'
  if (getKindConfig(kind).topic === 'settlements')
    return 'You get this email because you have a share in this event’s settlement.'
  return getKindConfig(kind).actionLabel === 'Answer'
    ? 'You get this email because an offer needs an answer.'
    : 'You get this email because one of your events changed.'
}

/** Returns `Sofia Lind via {site}`, without characters that are special in an address. */
export function formatSenderName(actorName: string | null, siteName: string): string | undefined {
  const name = cleanSingleLineText((actorName ?? '').replaceAll(/[<>"@\\(),:;[\]]/g, ' '))
    .slice(0, 60)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
  if (name === '') return undefined
  // A name that contains the site's name is replaced, so that no member can pose as the site.
  return `${hasSiteName(siteName, name) ? 'A member' : name} via ${siteName}`
}

/**
 * Whether a person's name contains the site's name, comparing letters and digits only. A site name of up to four
 * characters counts only if it equals the full name, because many names contain such short names.
 */
function hasSiteName(siteName: string, name: string): boolean {
  const [own, theirs] = [siteName, name].map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  if (!own || theirs === undefined) return false
  return theirs === own || (own.length > 4 && theirs.includes(own))
}
