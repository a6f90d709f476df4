import { formatMoney } from '~/lib/money'
import { formatClock, formatDay, formatZone } from '~/lib/time'
import { formatPlace } from '../documents/format-place'
import type { EventChangeEmailProps } from './event-change-email'
import type { Recipient } from './find-recipient'
import type { NotifyHolder } from './notify-holders'
import { REFUND_DURATION } from '~/features/orders/rules/refund-state'

type EmailTexts = EventChangeEmailProps & { subject: string }

/** Returns the texts of an email about a cancelled, moved, rescheduled or changed event for one recipient. */
export function createEmailTexts(
  notified: NotifyHolder,
  recipient: Recipient,
  publicUrl: string,
): EmailTexts {
  if (notified.kind === 'cancelled') return createCanceledTexts(notified, recipient, publicUrl)
  const { event } = recipient
  const day = event.isDateOpen ? '' : formatDay(event.startsAt, event.timezone)
  const stays = describeValidity(recipient.tickets)
  const until = describeRefundDeadline(recipient)
  const shared = {
    title: event.title,
    quote: notified.kind === 'postponed' ? event.statusMessage : '',
    facts: listFacts(notified, recipient),
    after: until === undefined ? [] : [until],
    action: recipient.hasAccount ? { label: 'View tickets', href: `${publicUrl}/customer/dashboard` } : null,
    calendar: `${publicUrl}/events/${event.id}.ics`,
    reason: 'You get this email because you hold tickets for this event.',
  }
  if (notified.kind === 'changed')
    return {
      ...shared,
      subject: `${event.title}: details have changed`,
      preview: `Some details of the event have changed. ${stays}`,
      headline: 'Details have changed.',
      lead: stays,
    }
  if (event.isDateOpen)
    return {
      ...shared,
      subject: `${event.title} is postponed`,
      preview: `A new date is not set yet. ${stays}`,
      headline: 'Postponed.',
      lead: `The new date is not set yet. We’ll email you when it is. ${stays}`,
    }
  return {
    ...shared,
    subject:
      notified.kind === 'dated' ? `${event.title} has a new date` : `${event.title} has moved to ${day}`,
    preview: `The event is now on ${day}. ${stays}`,
    headline: notified.kind === 'dated' ? 'The date is set.' : 'A new date.',
    lead: `The event is now on ${day}. ${stays}`,
  }
}

function createCanceledTexts(notified: NotifyHolder, recipient: Recipient, publicUrl: string): EmailTexts {
  const { event, isBuyer, isGift, refundedCents, orderNumbers } = recipient
  const money = describeRefundOutcome(recipient)
  return {
    subject: `${event.title} is canceled`,
    preview: money,
    title: event.title,
    headline: 'Canceled.',
    lead: `${event.title} has been canceled. ${money}`,
    quote: event.statusMessage,
    facts: [
      { label: 'Event', value: event.title },
      ...(notified.was.isDateOpen ? [] : [{ label: 'Was', value: formatEventDate(notified.was) }]),
      ...(isBuyer && orderNumbers.length > 0
        ? [{ label: orderNumbers.length === 1 ? 'Order' : 'Orders', value: orderNumbers.join(', ') }]
        : []),
      ...(refundedCents > 0 ? [{ label: 'Refund', value: formatMoney(refundedCents, event.currency) }] : []),
    ],
    after: [],
    action: { label: 'Find another event', href: `${publicUrl}/events` },
    calendar: null,
    reason: isGift
      ? 'You get this email because you were given tickets for this event.'
      : isBuyer
        ? 'You get this email because you bought tickets for this event.'
        : 'You get this email because you hold a ticket for this event.',
  }
}

function describeRefundOutcome({ event, isBuyer, isGift, refundedCents }: Recipient): string {
  if (isGift) return isBuyer ? 'Your tickets are no longer valid.' : 'Your ticket is no longer valid.'
  if (!isBuyer) return 'Your ticket is no longer valid. The money is refunded to the buyer.'
  if (refundedCents === 0)
    return 'Your tickets are no longer valid. Nothing was paid, so there is nothing to refund.'
  return `${formatMoney(refundedCents, event.currency)} is refunded to the original payment method. ${REFUND_DURATION} You don’t need to do anything.`
}

function describeValidity(tickets: number): string {
  return tickets === 1 ? 'Your ticket stays valid.' : `Your ${tickets} tickets stay valid.`
}

function describeRefundDeadline({ event, isGift, hasAccount }: Recipient): string | undefined {
  const { refundableUntil: until, timezone } = event
  if (until === null || !hasAccount) return undefined
  const deadline = `${formatDay(until, timezone)}, ${formatClock(until, timezone)}, ${formatZone(timezone)}`
  const back = `If you can’t make it, you can refund your tickets in My Tickets until ${deadline}.`
  return isGift
    ? back
    : `${back} The amount, with the service fee, is refunded to the original payment method.`
}

type EventDate = { startsAt: string | Date; timezone: string; isDateOpen?: boolean }

function formatEventDate(event: EventDate): string {
  if (event.isDateOpen) return 'To be announced'
  const { startsAt, timezone } = event
  return `${formatDay(startsAt, timezone)}, ${formatClock(startsAt, timezone)}, ${formatZone(timezone)}`
}

/** Returns the event's details: changed ones with their old and new values, then the others. */
function listFacts({ was }: NotifyHolder, { event, orderNumbers }: Recipient): EmailTexts['facts'] {
  const formatTime = (at: string | Date | null) => (at === null ? '' : formatClock(at, event.timezone))
  const pairs: [string, string, string][] = [
    ['Date', formatEventDate(was), formatEventDate(event)],
    ['Doors', formatTime(was.doorsAt), formatTime(event.doorsAt)],
    ['Ends', formatTime(was.endsAt), formatTime(event.endsAt)],
    ['Venue', formatPlace(was), formatPlace(event)],
  ]
  const facts = pairs
    .filter(([label]) => !event.isDateOpen || (label !== 'Doors' && label !== 'Ends'))
    .filter(([, , now]) => now !== '')
    .map(([label, old, now]) => ({ label, value: now, old: old === now || old === '' ? null : old }))
  const orders =
    orderNumbers.length > 0 ? [{ label: 'Order', value: orderNumbers.join(', '), old: null }] : []
  return [{ label: 'Event', value: event.title, old: null }, ...facts, ...orders]
}
