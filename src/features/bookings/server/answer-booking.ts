import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { runTransactionWithRetries } from '~/database/transaction-with-retries'
import { leaveBookedSet, lockEventOfBooking } from '~/features/events/server/public'
import { findPlaceZone } from '~/lib/city-zones'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { OfferedTerms, Terms } from '../contract-shapes'
import { getStatusAfter, getAnswerDeadline, canAct } from '../rules/booking-policy'
import { findTermsProblem } from '../rules/check-terms'
import { FLAT_DEAL, listDealProblems } from '../rules/deal'
import { type BookingRow, toTermsColumns, toSideAndState, toTerms } from './booking-row'
import { calculateCancelledCents } from './calculate-cancelled-cents'
import type { Context } from './context'
import { isBooked, isDoubleBooking, lockDjTime } from './double-bookings'
import { notifyParties, refreshBrowsers } from './notify-parties'
import { refuse } from './refused-error'
import { refuseTakenTime, refuseTerms, type TakenTime } from './refuse-terms'
import { checkSharesOfEvent } from './door-split-shares'
import { writeStep } from './write-step'

export type Answer = { id: string; steps: number } & (
  | { act: 'offer'; terms: OfferedTerms; message: string | undefined }
  | { act: 'accept' }
  | { act: 'decline'; reason: string | undefined }
  | { act: 'cancel'; reason: string }
)
interface Answered {
  people: readonly (string | null)[]
  afterCommit?: Awaited<ReturnType<typeof leaveBookedSet>>
}

type Locked = Omit<BookingRow, 'client' | 'dj' | 'has_reviewed'> & { is_blocked: boolean }

const notices = {
  offer: 'booking_offer',
  accept: 'booking_agreed',
  decline: 'booking_declined',
  cancel: 'booking_cancelled',
} as const

/**
 * Adds a step to a booking: an offer, acceptance, refusal or cancellation. Locks the booking row first, so that answers
 * are serialized and an answer to an outdated step is refused. Repeating the last acceptance, refusal or cancellation
 * is a no-op.
 */
export async function answerBooking(
  context: Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'now'>,
  answer: Answer,
): Promise<void> {
  const callerId = requireCaller(context).id
  if (!isId(answer.id)) throw refuse('NOT_FOUND')
  let locked: Locked | undefined
  try {
    // The transaction is retried after a deadlock: it locks the event, then the booking, while account deletion locks
    // bookings, then events.
    const result = await runTransactionWithRetries(context.db, async (trx) => {
      const isEnd = answer.act === 'decline' || answer.act === 'cancel'
      const eventId = isEnd ? await lockEventOfBooking(trx, { bookingId: answer.id, djId: callerId }) : null
      locked = await lockBooking(trx, answer.id, callerId)
      if (!locked) throw refuse('NOT_FOUND')
      // The organizer may have linked the booking to an event since `eventId` was looked up. That event isn't locked,
      // so refuse.
      const isJoined = locked.event_id !== null && locked.event_id !== eventId
      if (isEnd && isJoined && locked.dj_id === callerId) throw refuse('CHANGED')
      return applyStep(trx, context, { answer, booking: locked, callerId })
    })
    if ('djId' in result) throw await refuseTakenTime(context, result)
    refreshBrowsers(context.live, result.people)
    await result.afterCommit?.(context)
  } catch (error) {
    if (!locked?.dj_id || !isDoubleBooking(error)) throw error
    const { dj_id: djId, event_date: startsAt, timezone } = locked
    throw await refuseTakenTime(context, { djId, startsAt, timezone })
  }
}

/** Locks and returns the booking if the user is on one of its sides. */
export async function lockBooking(
  trx: Transaction,
  id: string,
  callerId: string,
): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select b.*, (select e.title from events e where e.id = b.event_id) as event_title,
      coalesce(is_blocked_between(b.client_id, b.dj_id), false) as is_blocked
    from bookings b where b.id = ${id}::uuid and ${callerId}::uuid in (b.client_id, b.dj_id)
    for update of b`.execute(trx)
  return rows[0]
}

const DEAL_FOR_PEOPLE = {
  field: 'deal',
  message:
    'API keys can only offer a flat fee with the usual cancellation terms. Make this offer on its page.',
} as const

interface Step {
  answer: Answer
  booking: Locked
  callerId: string
}

async function applyStep(
  trx: Transaction,
  { caller, jobs, now }: Pick<Context, 'caller' | 'jobs' | 'now'>,
  { answer, booking, callerId }: Step,
): Promise<Answered | TakenTime> {
  const at = now()
  if (booking.steps !== answer.steps) {
    if (await isRepeatedAnswer(trx, { answer, booking, callerId })) return { people: [] }
    throw refuse('CHANGED')
  }
  const { side, state: current } = toSideAndState(booking, callerId)
  // Blocked people cannot agree on anything, but either side may still end the booking.
  const state = { ...current, isOtherDeleted: current.isOtherDeleted || booking.is_blocked }
  if (!canAct(answer.act, side, state, at)) throw refuse('NOT_ALLOWED')
  const terms = answer.act === 'offer' ? completeTerms(answer.terms, booking) : toTerms(booking)
  const times = { startsAt: new Date(terms.startsAt), endsAt: new Date(terms.endsAt) }
  if (answer.act === 'offer') {
    const checked = { ...terms, ...times, currency: booking.currency }
    const problem = findTermsProblem(checked, at) ?? listDealProblems(terms.deal, checked)[0]
    if (problem) throw refuseTerms(problem)
    // An accepted offer is binding, so API keys can offer only a flat fee. Other deals must be offered by a person.
    if (
      caller?.apiKey !== undefined &&
      [booking.deal, terms.deal].some((deal) => !isDeepStrictEqual(deal, FLAT_DEAL))
    )
      throw refuseTerms(DEAL_FOR_PEOPLE)
    const { dj_id: djId } = booking
    if (djId !== null && (await isBooked(trx, djId, times)))
      return { djId, startsAt: times.startsAt, timezone: terms.timezone }
  }
  if (answer.act === 'accept' && booking.dj_id !== null) {
    const { dj_id: djId } = booking
    await lockDjTime(trx, djId)
    if (await isBooked(trx, djId, times)) return { djId, startsAt: times.startsAt, timezone: terms.timezone }
  }
  if (answer.act === 'accept' || answer.act === 'offer') await checkSharesOfEvent(trx, booking, terms.deal)
  const { status, awaiting } = getStatusAfter(answer.act, side)
  const message = findAnswerMessage(answer)
  const isOver = status === 'cancelled'
  const cancelledBy = answer.act === 'cancel' ? side : null
  const after = await trx
    .updateTable('bookings')
    .set({
      status,
      steps: booking.steps + 1,
      awaiting_id: awaiting && (awaiting === 'dj' ? booking.dj_id : booking.client_id),
      answer_by: status === 'pending' ? getAnswerDeadline(at, times.startsAt) : null,
      ...toTermsColumns(terms),
      proposed_fee_cents: null,
      proposed_fee_by: null,
      cancelled_by: isOver ? callerId : null,
      cancel_reason: isOver ? message : null,
      cancelled_cents: isOver ? await calculateCancelledCents(trx, booking, { cancelledBy, at }) : null,
      updated_at: at,
    })
    .where('id', '=', booking.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeStep(trx, {
    bookingId: booking.id,
    position: booking.steps + 1,
    kind: answer.act,
    actorId: callerId,
    terms: isOver ? null : terms,
    message,
    at,
  })
  const isLeaving = isOver && side === 'dj' && booking.event_id !== null
  const afterCommit = isLeaving
    ? await leaveBookedSet(trx, jobs, { bookingId: booking.id, djId: callerId, now: at })
    : async () => {}
  const other = side === 'dj' ? booking.client_id : booking.dj_id
  await notifyParties(
    trx,
    jobs,
    { ...after, currency: booking.currency, deal: terms.deal, event_title: booking.event_title },
    { kind: notices[answer.act], actorId: callerId, message, to: [other] },
  )
  return { people: [callerId, other], afterCommit }
}

/**
 * Completes an offer: a missing deal or time zone is filled in. A booking of an event keeps the event's zone.
 * Otherwise the same place keeps the booking's zone, and another place gets its own zone if it is known.
 */
function completeTerms(offered: OfferedTerms, { event_id, location, timezone, ...booking }: Locked): Terms {
  const terms = { ...offered, deal: offered.deal ?? booking.deal }
  if (event_id !== null) return { ...terms, timezone }
  const ofPlace = terms.location === location ? undefined : findPlaceZone(terms.location)
  return { ...terms, timezone: terms.timezone ?? ofPlace ?? timezone }
}

function findAnswerMessage(answer: Answer): string | null {
  const text = answer.act === 'offer' ? answer.message : answer.act === 'accept' ? '' : answer.reason
  return text === undefined || text === '' ? null : text
}

/** Returns whether the booking's last step is this same answer by the same person, so that the call is a repeat. */
async function isRepeatedAnswer(trx: Transaction, { answer, booking, callerId }: Step): Promise<boolean> {
  if (answer.act === 'offer' || booking.steps !== answer.steps + 1) return false
  const last = await trx
    .selectFrom('booking_steps')
    .select(['kind', 'actor_id'])
    .where('booking_id', '=', booking.id)
    .where('position', '=', booking.steps)
    .executeTakeFirst()
  return last?.kind === answer.act && last.actor_id === callerId
}
