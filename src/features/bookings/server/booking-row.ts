import { sql } from 'kysely'
import type { Currency } from '~/lib/currency'
import type { BookingPerson, BookingSummary, Terms } from '../contract-shapes'
import type { Deal } from '../rules/deal'
import { type BookingStatus, canReview, type Side, type BookingState } from '../rules/booking-policy'

interface PersonColumns {
  id: string | null
  name: string | null
  avatarUrl: string | null
  isDj: boolean | null
}

export interface TermsColumns {
  event_date: Date
  ends_at: Date
  timezone: string
  event_type: string
  location: string
  fee_cents: number | null
  deposit_cents: number | null
  deal: Deal
  hospitality: string
  technical: string
}

export interface BookingRow extends TermsColumns {
  id: string
  booking_number: string
  event_id: string | null
  event_title: string | null
  currency: Currency
  status: BookingStatus
  steps: number
  awaiting_id: string | null
  answer_by: Date | null
  cancelled_by: string | null
  cancel_reason: string | null
  proposed_fee_cents: number | null
  proposed_fee_by: Side | null
  client_id: string | null
  dj_id: string | null
  client: PersonColumns
  dj: PersonColumns
  has_reviewed: boolean
}

const selectPerson = (alias: 'c' | 'd') =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.display_name`)},
    'avatarUrl', ${sql.ref(`${alias}.avatar_url`)}, 'isDj', ${sql.ref(`${alias}.is_dj`)})`

/** The columns of a `BookingRow`. The query needs `bookingJoins`, with `b` as the alias of `bookings`. */
export const selectBookingColumns = (callerId: string) => sql`
  b.id, b.booking_number, b.event_id, e.title as event_title, b.currency, b.status, b.event_date, b.ends_at, b.timezone, b.event_type,
  b.location, b.fee_cents, b.deposit_cents, b.deal, b.hospitality, b.technical, b.steps, b.awaiting_id, b.answer_by, b.cancelled_by,
  b.cancel_reason, b.proposed_fee_cents, b.proposed_fee_by, b.client_id, b.dj_id, ${selectPerson('c')} as client, ${selectPerson('d')} as dj,
  exists (select from reviews r where r.booking_id = b.id and r.author_id = ${callerId}::uuid) as has_reviewed`

export const bookingJoins = sql`
  left join events e on e.id = b.event_id
  left join profiles c on c.id = b.client_id
  left join profiles d on d.id = b.dj_id`

export function toPerson({ id, name, avatarUrl, isDj }: PersonColumns): BookingPerson | null {
  return id === null || name === null ? null : { id, name, avatarUrl, isDj: isDj ?? false }
}

export function toTerms(row: TermsColumns): Terms {
  return {
    eventType: row.event_type,
    location: row.location,
    timezone: row.timezone,
    startsAt: row.event_date.toISOString(),
    endsAt: row.ends_at.toISOString(),
    feeCents: row.fee_cents,
    depositCents: row.deposit_cents,
    deal: row.deal,
    hospitality: row.hospitality,
    technical: row.technical,
  }
}

/** Returns the columns that store these terms; the inverse of `toTerms`. */
export function toTermsColumns(terms: Terms): Omit<TermsColumns, 'deal'> & { deal: string } {
  return {
    event_date: new Date(terms.startsAt),
    ends_at: new Date(terms.endsAt),
    timezone: terms.timezone,
    event_type: terms.eventType,
    location: terms.location,
    fee_cents: terms.feeCents,
    deposit_cents: terms.depositCents,
    deal: JSON.stringify(terms.deal),
    hospitality: terms.hospitality,
    technical: terms.technical,
  }
}

type StateColumns = Pick<
  BookingRow,
  'status' | 'awaiting_id' | 'answer_by' | 'event_date' | 'ends_at' | 'client_id' | 'dj_id'
>

/** Returns which side the caller is on, and the booking's state as `canAct` needs it for that side. */
export function toSideAndState(row: StateColumns, callerId: string): { side: Side; state: BookingState } {
  const side = row.dj_id === callerId ? 'dj' : 'client'
  return {
    side,
    state: {
      status: row.status,
      awaiting: row.awaiting_id === null ? null : row.awaiting_id === row.dj_id ? 'dj' : 'client',
      answerBy: row.answer_by,
      startsAt: row.event_date,
      endsAt: row.ends_at,
      isOtherDeleted: (side === 'dj' ? row.client_id : row.dj_id) === null,
    },
  }
}

export function toSummary(row: BookingRow, callerId: string, now: Date): BookingSummary {
  const { side, state } = toSideAndState(row, callerId)
  return {
    id: row.id,
    number: row.booking_number,
    title: row.event_title ?? row.event_type,
    eventId: row.event_id,
    status: row.status,
    side,
    otherParty: toPerson(side === 'dj' ? row.client : row.dj),
    currency: row.currency,
    terms: toTerms(row),
    awaiting: state.awaiting && (state.awaiting === side ? 'you' : 'them'),
    answerBy: row.answer_by?.toISOString() ?? null,
    canReview: canReview(state, row.has_reviewed, now),
  }
}
