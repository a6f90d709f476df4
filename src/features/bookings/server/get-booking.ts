import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { findOwnEvent } from '~/features/events/server/public'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { detail } from '../contract-shapes'
import { getReviewDeadline } from '../rules/booking-policy'
import {
  selectBookingColumns,
  bookingJoins,
  type BookingRow,
  toPerson,
  toSideAndState,
  toSummary,
} from './booking-row'
import type { Context } from './context'
import { refuse } from './refused-error'
import { listOtherShares } from './door-split-shares'
import { parsePayment, parseTerms } from './step-terms'
import { addDays } from '../rules/days'
import { AHEAD_MAX_DAYS } from '../rules/booking-limits'
import { getEventDay } from '../rules/set-times'
import { selectLineUpEvents, getOwnCalendar, hasOpenDjOffer } from './dj-calendar'

type Detail = z.input<typeof detail>
type BookedEvent = NonNullable<Detail['event']>
type Clash = Detail['clashes'][number]

const MOST = 200

type StepRow = Omit<Detail['trail'][number], 'actor' | 'terms' | 'payment'> & {
  actor_id: string | null
  terms: unknown
}
type ReviewRow = NonNullable<Detail['ownReview']> & { author_id: string | null }

/** Returns a booking of the caller, the client or the DJ, with its history. */
export async function getBooking(
  { caller, db, now }: Pick<Context, 'caller' | 'db' | 'now'>,
  id: string,
): Promise<Detail> {
  const callerId = requireCaller({ caller }).id
  if (!isId(id)) throw refuse('NOT_FOUND')
  const at = now()
  const [{ rows }, steps, reviews] = await Promise.all([
    sql<BookingRow>`
      select ${selectBookingColumns(callerId)} from bookings b ${bookingJoins}
      where b.id = ${id}::uuid and ${callerId}::uuid in (b.client_id, b.dj_id)`.execute(db),
    sql<StepRow>`
      select s.position, s.kind, s.actor_id, s.created_at as at, s.terms, s.message
      from booking_steps s join bookings b on b.id = s.booking_id
      where b.id = ${id}::uuid and ${callerId}::uuid in (b.client_id, b.dj_id) order by s.position`.execute(
      db,
    ),
    sql<ReviewRow>`
      select r.author_id, r.rating, r.body, r.created_at as at from reviews r join bookings b on b.id = r.booking_id
      where b.id = ${id}::uuid and ${callerId}::uuid in (b.client_id, b.dj_id)
        and (r.author_id = ${callerId}::uuid or r.published_at <= ${at}::timestamptz)`.execute(db),
  ])
  const [row] = rows
  if (!row) throw refuse('NOT_FOUND')
  const clashes = row.status === 'pending' && row.dj_id === callerId ? await listClashes(db, row, at) : []
  const event = row.event_id === null ? null : await findEvent(db, row.event_id, callerId)
  const isNegotiating = row.status === 'pending' && row.client_id === callerId && row.event_id !== null
  const otherShares = isNegotiating ? await listOtherShares(db, row) : []
  const people = [toPerson(row.client), toPerson(row.dj)]
  const isOwn = (review: ReviewRow) => review.author_id === callerId
  return {
    ...toSummary(row, callerId, at),
    event,
    // This is the row's `steps` counter, not the length of the history, because the server compares answers with the
    // counter.
    steps: row.steps,
    trail: steps.rows.map(({ actor_id: actorId, terms, ...step }) => ({
      ...step,
      actor: people.find((person) => person !== null && person.id === actorId) ?? null,
      terms: parseTerms(terms),
      payment: parsePayment(terms),
    })),
    client: toPerson(row.client),
    dj: toPerson(row.dj),
    proposedFee:
      row.status === 'confirmed' && row.proposed_fee_cents !== null
        ? {
            feeCents: row.proposed_fee_cents,
            by: row.proposed_fee_by === toSideAndState(row, callerId).side ? 'you' : 'them',
          }
        : null,
    cancelReason: row.cancel_reason,
    cancelledBy: row.status === 'cancelled' ? getEndingSide(row, steps.rows.at(-1), callerId) : null,
    ownReview: reviews.rows.find(isOwn) ?? null,
    theirReview: reviews.rows.find((review) => !isOwn(review)) ?? null,
    reviewUntil: row.status === 'completed' ? getReviewDeadline(row.ends_at) : null,
    clashes,
    otherShares,
  }
}

async function findEvent(db: Database, id: string, callerId: string): Promise<BookedEvent | null> {
  const { rows } = await sql<Omit<BookedEvent, 'canEdit'>>`
    select id, title, event_status as status, event_date as "startsAt", is_date_open as "isDateOpen", timezone,
      is_public and event_status <> 'draft' as "hasPage",
      (select json_build_object('averageCents', round(sum(t.price_cents::bigint * t.quantity_total) / sum(t.quantity_total)),
          'capacity', sum(t.quantity_total))
        from ticket_types t where t.event_id = events.id and t.access_code is null
        having sum(t.price_cents::bigint * t.quantity_total) > 0) as tickets
    from events where id = ${id}::uuid`.execute(db)
  const [event] = rows
  if (!event) return null
  const owned = await findOwnEvent(db, { id: callerId }, { id, act: 'edit' })
  return { ...event, canEdit: owned !== undefined }
}

function getEndingSide(
  { cancelled_by }: Pick<BookingRow, 'cancelled_by'>,
  last: StepRow | undefined,
  callerId: string,
): 'you' | 'them' | 'nobody' {
  if (cancelled_by !== null) return cancelled_by === callerId ? 'you' : 'them'
  // `cancelled_by` is null if the account of the person who canceled was deleted. That person was the other side,
  // because the reader still has an account. It is also null if the request expired.
  return last?.kind === 'cancel' || last?.kind === 'decline' ? 'them' : 'nobody'
}

/** Lists the DJ's other dates from today on: confirmed bookings, open offers, line-ups of published events, and holds. */
async function listClashes(
  db: Database,
  booking: { id: string; dj_id: string | null },
  now: Date,
): Promise<Clash[]> {
  if (booking.dj_id === null) return []
  const { today } = await getOwnCalendar(db, booking.dj_id, now)
  const [events, holds, billed] = await Promise.all([
    sql<{ event_date: Date; timezone: string; title: string; location: string; is_agreed: boolean }>`
      select b.event_date, b.timezone, coalesce(e.title, b.event_type) as title, b.location,
        b.status = 'confirmed' as is_agreed
      from bookings b left join events e on e.id = b.event_id
      where b.dj_id = ${booking.dj_id}::uuid and b.id <> ${booking.id}::uuid and b.event_date >= ${addDays(today, -2)}::date
        and (b.status = 'confirmed' or ${hasOpenDjOffer})
      order by b.event_date, b.id limit ${sql.lit(MOST)}`.execute(db),
    sql<{ day: string; note: string }>`
      select day, note from calendar_holds where dj_id = ${booking.dj_id}::uuid and day >= ${today}::date
        and (until is null or until >= ${today}::date) order by day limit ${sql.lit(MOST)}`.execute(db),
    sql<{ id: string; starts_at: Date; timezone: string; title: string; location: string }>`
      select x.id, x.starts_at, x.timezone, x.title, x.location
      from (${selectLineUpEvents(booking.dj_id, { from: today, to: addDays(today, AHEAD_MAX_DAYS) })}) x
      where not exists (select from bookings b where b.event_id = x.id and b.dj_id = ${booking.dj_id}::uuid
          and (b.status = 'confirmed' or b.id = ${booking.id}::uuid))
      order by x.starts_at limit ${sql.lit(MOST)}`.execute(db),
  ])
  return [
    ...events.rows.map((event): Clash => ({
      day: getEventDay(event.event_date, event.timezone),
      state: event.is_agreed ? 'booked' : 'held',
      title: event.title,
      location: event.location,
    })),
    ...billed.rows.map((event): Clash => ({
      day: getEventDay(event.starts_at, event.timezone),
      state: 'booked',
      title: event.title,
      location: event.location,
    })),
    ...holds.rows.map(({ day, note }): Clash => ({ day, state: 'held', title: note, location: '' })),
  ]
    .filter(({ day }) => day >= today)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
