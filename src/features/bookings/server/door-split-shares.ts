import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { type Deal, formatPercent } from '../rules/deal'
import { refuseTerms } from './refuse-terms'

interface BookingOfEvent {
  id: string
  event_id: string | null
}

interface OtherShare {
  id: string
  name: string
  basisPoints: number
}

/** Lists the agreed shares of the event's other bookings with a door split. */
export async function listOtherShares(
  db: Database | Transaction,
  { id, event_id }: BookingOfEvent,
): Promise<OtherShare[]> {
  const { rows } = await sql<OtherShare>`
    select b.id, coalesce(p.display_name, 'Deleted account') as name, (b.deal->>'basisPoints')::integer as "basisPoints"
    from bookings b left join profiles p on p.id = b.dj_id
    where b.event_id = ${event_id}::uuid and b.id <> ${id}::uuid and b.status in ('confirmed', 'completed')
      and b.deal->>'kind' = 'split' order by b.event_date, b.id`.execute(db)
  return rows
}

/**
 * Refuses a door split if the DJs of the event would get more than all of net. Serializes the checks of one event
 * until the transaction ends, so that two DJs' simultaneous acceptances can't exceed all of net together.
 *
 * A transaction takes its locks in this order: the booking's row, the DJ's time, then the lock of this function.
 *
 * @throws BAD_TERMS
 */
export async function checkSharesOfEvent(
  trx: Transaction,
  booking: BookingOfEvent,
  { kind, basisPoints }: Deal,
): Promise<void> {
  if (kind !== 'split' || booking.event_id === null) return
  await sql`select pg_advisory_xact_lock(hashtextextended('shares of ' || ${booking.event_id}::text, 0))`.execute(
    trx,
  )
  const others = await listOtherShares(trx, booking)
  const sum = others.reduce((total, other) => total + other.basisPoints, 0)
  if (sum + (basisPoints ?? 0) <= 10_000) return
  const message =
    sum >= 10_000
      ? 'The other DJs of this event already get 100% of net. Choose another deal.'
      : `The other DJs of this event get ${formatPercent(sum)} of net. Offer at most ${formatPercent(10_000 - sum)}.`
  throw refuseTerms({ field: 'deal.basisPoints', message })
}
