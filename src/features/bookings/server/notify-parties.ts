import type { Transaction } from '~/database/connect'
import { notify, type NotificationKind, settleNotifications } from '~/features/notifications/server/public'
import type { BookingPayment } from '../contract-shapes'
import { formatShareOfNet } from '../rules/deal'
import { getEventDay } from '../rules/set-times'
import type { BookingRow } from './booking-row'
import type { BookingServices } from './context'

/** The booking that a notification describes, as it is after the step. */
export type NotifiedBooking = Pick<
  BookingRow,
  | 'id'
  | 'dj_id'
  | 'event_title'
  | 'event_type'
  | 'location'
  | 'timezone'
  | 'event_date'
  | 'ends_at'
  | 'currency'
  | 'fee_cents'
  | 'deposit_cents'
  | 'deal'
  | 'hospitality'
  | 'technical'
  | 'answer_by'
>

interface BookingNotification {
  kind: Extract<NotificationKind, `booking_${string}`>
  actorId: string | null
  message?: string | null
  /** The ids of the recipients; null for deleted accounts. */
  to: readonly (string | null)[]
  payment?: BookingPayment
  /** The suggested fee, shown instead of the agreed fee. */
  feeCents?: number
}

const requestKinds = ['booking_request', 'booking_offer', 'booking_fee_proposed'] as const

/**
 * Notifies the recipients of a step, and settles earlier notifications about the booking that asked for an answer.
 * Runs in the transaction that adds the step.
 */
export async function notifyParties(
  trx: Transaction,
  jobs: BookingServices['jobs'],
  booking: NotifiedBooking,
  { kind, actorId, message, to, payment, feeCents = booking.fee_cents ?? undefined }: BookingNotification,
): Promise<void> {
  await settleNotifications(trx, { subjectId: booking.id, kinds: requestKinds })
  const facts = {
    title: getTitle(booking),
    location: booking.location,
    timezone: booking.timezone,
    day: getEventDay(booking.event_date, booking.timezone),
    startsAt: booking.event_date.toISOString(),
    endsAt: booking.ends_at.toISOString(),
    currency: booking.currency,
    feeCents: feeCents ?? null,
    share: booking.deal.kind === 'flat' ? null : formatShareOfNet(booking.deal.basisPoints),
    depositCents: booking.deposit_cents,
    hospitality: booking.hospitality,
    technical: booking.technical,
    message: message ?? null,
    answerBy: booking.answer_by?.toISOString() ?? null,
    ...(payment && { amountCents: payment.cents, isDeposit: payment.purpose === 'deposit' }),
  }
  await notify(
    trx,
    jobs,
    to
      .filter((userId) => userId !== null)
      .map((userId) => ({
        userId,
        kind,
        actorId,
        subjectId: booking.id,
        facts: { ...facts, youPlay: userId === booking.dj_id },
      })),
  )
}

export function getTitle({
  event_title,
  event_type,
}: Pick<BookingRow, 'event_title' | 'event_type'>): string {
  return event_title ?? event_type
}

/** Makes the open browsers of both sides refetch. Call after the commit. */
export function refreshBrowsers(live: BookingServices['live'], userIds: readonly (string | null)[]): void {
  if (userIds.length > 0) live.publish(userIds, ['notifications', 'bookings'])
}
