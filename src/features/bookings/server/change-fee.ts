import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { hasFixedAmount } from '../rules/deal'
import { getOtherSide, type Side } from '../rules/booking-policy'
import { lockBooking } from './answer-booking'
import { toSideAndState } from './booking-row'
import type { Context } from './context'
import { notifyParties, refreshBrowsers } from './notify-parties'
import { refuse } from './refused-error'
import { writeFeeStep } from './write-step'

type ChangeContext = Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'now'>
type Locked = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
type FeeStep = Pick<Parameters<typeof writeFeeStep>[1], 'kind' | 'feeCents'>

const notices = {
  propose_fee: 'booking_fee_proposed',
  accept_fee: 'booking_fee_accepted',
  decline_fee: 'booking_fee_declined',
} as const

/** Suggests a lower fee for a confirmed booking. A new suggestion replaces the one before. */
export function proposeFee(
  context: ChangeContext,
  { id, steps, feeCents }: { id: string; steps: number; feeCents: number },
): Promise<void> {
  return changeFee(context, { id, steps }, (booking, side) => {
    if (!hasFixedAmount(booking.deal)) throw refuse('NOT_ALLOWED')
    if (feeCents >= (booking.fee_cents ?? 0) || feeCents < (booking.deposit_cents ?? 0))
      throw refuse('BAD_FEE')
    return {
      step: { kind: 'propose_fee', feeCents },
      columns: { proposed_fee_cents: feeCents, proposed_fee_by: side },
    }
  })
}

/** Accepts or declines a suggested fee. The side that suggested it can only withdraw it. */
export function respondToFee(
  context: ChangeContext,
  { id, steps, isAccepted }: { id: string; steps: number; isAccepted: boolean },
): Promise<void> {
  return changeFee(context, { id, steps }, (booking, side) => {
    const { proposed_fee_cents: feeCents, proposed_fee_by: by } = booking
    if (feeCents === null || (isAccepted && by === side)) throw refuse('NOT_ALLOWED')
    return {
      step: { kind: isAccepted ? 'accept_fee' : 'decline_fee', feeCents },
      columns: {
        proposed_fee_cents: null,
        proposed_fee_by: null,
        ...(isAccepted && { fee_cents: feeCents }),
      },
    }
  })
}

/** Locks the booking, adds the step and notifies the other side. */
async function changeFee(
  { caller, db, jobs, live, now }: ChangeContext,
  { id, steps }: { id: string; steps: number },
  decide: (booking: Locked, side: Side) => { step: FeeStep; columns: object },
): Promise<void> {
  const callerId = requireCaller({ caller }).id
  if (!isId(id)) throw refuse('NOT_FOUND')
  const at = now()
  const people = await db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, id, callerId)
    if (booking === undefined) throw refuse('NOT_FOUND')
    if (booking.steps !== steps) throw refuse('CHANGED')
    const { side, state } = toSideAndState(booking, callerId)
    if (booking.status !== 'confirmed' || state.endsAt <= at || state.isOtherDeleted)
      throw refuse('NOT_ALLOWED')
    const { step, columns } = decide(booking, side)
    await storeStep(trx, { booking, step, columns, actorId: callerId, at })
    const to = getOtherSide(side) === 'dj' ? booking.dj_id : booking.client_id
    await notifyParties(trx, jobs, booking, {
      kind: notices[step.kind],
      actorId: callerId,
      to: [to],
      feeCents: step.feeCents,
    })
    return [callerId, to]
  })
  refreshBrowsers(live, people)
}

async function storeStep(
  trx: Transaction,
  {
    booking,
    step,
    columns,
    actorId,
    at,
  }: { booking: Locked; step: FeeStep; columns: object; actorId: string; at: Date },
): Promise<void> {
  const position = booking.steps + 1
  await trx
    .updateTable('bookings')
    .set({ ...columns, steps: position, updated_at: at })
    .where('id', '=', booking.id)
    .execute()
  await writeFeeStep(trx, { ...step, bookingId: booking.id, position, actorId, at })
}
