import { sql } from 'kysely'
import { enqueueWebhooks } from '~/database/enqueue-webhooks'
import type { Transaction } from '~/database/connect'
import type { BookingPayment, BookingStep, Terms } from '../contract-shapes'
import { toStoredFee, toStoredPayment, toStoredTerms } from './step-terms'

interface NewStep {
  bookingId: string
  position: number
  kind: BookingStep['kind']
  actorId: string | null
  terms: Terms | null
  message: string | null
  at: Date
}

/** Appends a step to the history. Its position is unique, so that two concurrent steps cannot both be stored. */
export function writeStep(trx: Transaction, { terms, ...step }: NewStep): Promise<void> {
  return insertStep(trx, step, terms ? toStoredTerms(terms) : {})
}

/** Appends a payment of the client to the history. */
export function writePaymentStep(
  trx: Transaction,
  { payment, ...step }: Omit<NewStep, 'kind' | 'terms' | 'message'> & { payment: BookingPayment },
): Promise<void> {
  return insertStep(trx, { ...step, kind: 'pay', message: null }, toStoredPayment(payment))
}

/** Appends a step about a lower fee to the history. */
export function writeFeeStep(
  trx: Transaction,
  {
    feeCents,
    ...step
  }: Omit<NewStep, 'kind' | 'terms' | 'message'> & {
    kind: 'propose_fee' | 'accept_fee' | 'decline_fee'
    feeCents: number
  },
): Promise<void> {
  return insertStep(trx, { ...step, message: null }, toStoredFee(feeCents))
}

// The booking is changed before its step is written, so that webhooks get its new state.
async function insertStep(trx: Transaction, step: Omit<NewStep, 'terms'>, terms: object): Promise<void> {
  await trx
    .insertInto('booking_steps')
    .values({
      booking_id: step.bookingId,
      position: step.position,
      kind: step.kind,
      actor_id: step.actorId,
      terms: JSON.stringify(terms),
      message: step.message,
      created_at: step.at,
    })
    .execute()
  await enqueueWebhooks(
    trx,
    'booking.changed',
    sql`
      select p.user_id, jsonb_build_object('bookingId', b.id, 'bookingNumber', b.booking_number, 'eventId', b.event_id, 'state', b.status,
        'step', ${step.kind}::text, 'startsAt', iso_moment(b.event_date), 'endsAt', iso_moment(b.ends_at),
        'changedAt', iso_moment(${step.at}::timestamptz)) as data
      from bookings b cross join lateral (values (b.client_id), (b.dj_id)) p(user_id) where b.id = ${step.bookingId}::uuid`,
  )
}
