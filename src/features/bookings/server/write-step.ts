import type { Transaction } from '~/database/connect'
import type { BookingStep, Terms } from '../contract-shapes'
import { toStoredTerms } from './step-terms'

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
export async function writeStep(trx: Transaction, step: NewStep): Promise<void> {
  await trx
    .insertInto('booking_steps')
    .values({
      booking_id: step.bookingId,
      position: step.position,
      kind: step.kind,
      actor_id: step.actorId,
      terms: JSON.stringify(step.terms ? toStoredTerms(step.terms) : {}),
      message: step.message,
      created_at: step.at,
    })
    .execute()
}
