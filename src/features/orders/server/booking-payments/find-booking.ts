import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { PayableBooking } from '~/features/bookings/rules/booking-payment'
import { returnedColumn } from '../refunds/returned-column'

export interface FoundBooking extends PayableBooking {
  id: string
  eventId: string | null
}

/**
 * Finds a booking with its paid and payable amounts; undefined if there is none. `clientId` limits the search to the
 * bookings of that client.
 */
export async function findBooking(
  db: Database | Transaction,
  id: string,
  clientId?: string,
): Promise<FoundBooking | undefined> {
  // A disputed deposit still counts: its DJ got it when it was paid.
  const paidCents = sql`case p.purpose when 'deposit' then p.amount_cents
    else greatest(p.amount_cents - ${returnedColumn}, 0) end`
  const sumPaid = (purpose: string) => sql`(
    select coalesce(sum(${paidCents}), 0) from payments p
    where p.booking_id = b.id and p.status = 'approved' and p.purpose = ${purpose})::float8`
  const { rows } = await sql<FoundBooking>`
    select b.id, b.event_id as "eventId", b.status, b.deal, b.fee_cents as "feeCents",
      -- Not due when the DJ was paid from the event's money: they would get it twice. The fee can still be paid.
      case when x.at is null then b.deposit_cents end as "depositCents",
      coalesce(b.dj_id is not null and e.organizer_id = b.client_id, false) as "isOfOwnEvent",
      ${sumPaid('deposit')} as "paidDepositCents", ${sumPaid('balance')} as "paidBalanceCents",
      case when x.at is not null then x.cents + (
        -- The next adjustment transfers it.
        select coalesce(sum(${paidCents}), 0) from payments p
        where p.booking_id = b.id and p.status = 'approved' and p.settled_at > x.at)::float8 end as "settledCents"
    from bookings b left join events e on e.id = b.event_id cross join lateral (
      select max(t.created_at) filter (where t.reason <> 'deposit') as at, sum(t.amount_cents)::float8 as cents
      from transfers t where t.booking_id = b.id
    ) x
    where b.id = ${id}::uuid and ${clientId === undefined ? sql`true` : sql`b.client_id = ${clientId}::uuid`}`.execute(
    db,
  )
  return rows[0]
}
