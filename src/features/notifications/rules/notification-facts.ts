import type { Currency } from '~/lib/currency'
import { formatBalance } from '~/lib/money'
import { pluralize } from '~/lib/pluralize'

/** The data for the text of a notification and its email. Each kind sets its own fields. */
export interface NotificationFacts {
  /** The message of a connection request, a moderator's reason, or the subject of a report. */
  note?: string | null
  /** The title or type of the event, the name of the room, or the number of the report. */
  title?: string | null
  location?: string | null
  /** IANA zone of the venue. */
  timezone?: string | null
  /** The day of the event, `2026-12-18`, if it differs from the day of its start. */
  day?: string | null
  /** The start of the event, in ISO 8601. */
  startsAt?: string | null
  endsAt?: string | null
  /** The currency of all amounts. Old notifications have none and are in dollars. */
  currency?: Currency
  feeCents?: number | null
  /** The share of net that an offer includes, such as `60% of net`. */
  share?: string | null
  depositCents?: number | null
  hospitality?: string | null
  technical?: string | null
  message?: string | null
  /** The time by which the reader must answer an offer, in ISO 8601. */
  answerBy?: string | null
  /** True if the reader plays or helps and would receive the fee; false if the reader would pay it. */
  youPlay?: boolean
  /** The duration of a mute, in minutes. */
  minutes?: number | null
  rating?: number | null
  /**
   * The amount of a payment or a payout, or the change of a person's share in a settlement; negative if the share got
   * smaller.
   */
  amountCents?: number | null
  /** True if a payment was the deposit; false if it was paid towards the fee. */
  isDeposit?: boolean
  /** The last characters of the payee's bank account. */
  accountEnding?: string | null
  /** The reason why a person's share in a settlement changed. */
  cause?: 'refund' | 'dispute' | null
  /** True if the organizer corrected a questioned figure of a settlement; false if they confirmed it. */
  isCorrected?: boolean
  /** True if the payout account was closed; false if its payouts are paused. */
  isClosed?: boolean
}

/** Formats an amount of a notification: `€1,400.00`. */
export function formatAmount(
  cents: number | null | undefined,
  { currency = 'USD' }: NotificationFacts,
): string {
  return formatBalance(cents ?? 0, currency)
}

/** Formats what the DJ gets: `$1,400.00 or 60% of net`; undefined without a fee and a share. */
export function formatOfferedAmount(facts: NotificationFacts): string | undefined {
  const { feeCents, share } = facts
  const fee = typeof feeCents === 'number' ? formatAmount(feeCents, facts) : ''
  const amounts = [fee, share ?? ''].filter(Boolean)
  return amounts.length === 0 ? undefined : amounts.join(' or ')
}

export function formatAccount({ accountEnding }: NotificationFacts): string {
  return accountEnding ? `your bank account ending ${accountEnding}` : 'your bank account'
}

/** Formats how long a mute lasts: ` for 2 hours`. */
export function formatDuration({ minutes }: NotificationFacts): string {
  if (typeof minutes !== 'number') return ''
  if (minutes < 60) return ` for ${pluralize(minutes, 'minute', 'minutes')}`
  const hours = Math.round(minutes / 60)
  return ` for ${hours <= 48 ? pluralize(hours, 'hour', 'hours') : pluralize(Math.round(hours / 24), 'day', 'days')}`
}
