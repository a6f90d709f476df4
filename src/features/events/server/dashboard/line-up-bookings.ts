import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import { isUniqueViolation } from '~/database/postgres-errors'
import { isId } from '~/lib/ids'
import type { Currency } from '~/lib/currency'
import { requireCaller } from '~/platform/rpc/context'
import type { billBooking } from '../../contract-dashboard-shapes'
import type { Context } from '../context'
import { withdrawRequests } from '../line-up/line-up-requests'
import { getEventEndSql } from '../event-end'
import { getOwnEvent } from '../own-event'
import { changeEvent, recordSave, type DashboardContext, type Saved } from './change-event'
import { setHost } from './save-line-up'
import { refuse } from '../refused-error'
import { refuseNow } from './errors'

type BillBooking = z.input<typeof billBooking>

/**
 * Lists the organizer's confirmed bookings around the event: from half a day before it until half a day after its end. Those in
 * another currency can't join it, so only their currencies are returned.
 * @throws NOT_FOUND
 */
export async function listLineUpBookings(
  context: Pick<Context, 'caller' | 'db'>,
  id: string,
): Promise<{ bookings: BillBooking[]; otherCurrencies: Currency[] }> {
  await getOwnEvent(context.db, requireCaller(context), { id, act: 'edit' })
  const { rows } = await sql<{ currency: Currency }>`
    select distinct b.currency ${selectConfirmed(id)} and b.currency <> e.currency order by 1`.execute(
    context.db,
  )
  return {
    bookings: await listConfirmedBookings(context.db, id),
    otherCurrencies: rows.map(({ currency }) => currency),
  }
}

const selectConfirmed = (eventId: string) => sql`
  from events e join bookings b on b.client_id = e.organizer_id join profiles p on p.id = b.dj_id
  where e.id = ${eventId}::uuid and b.status = 'confirmed' and b.event_date > e.event_date - interval '12 hours'
    and b.event_date < ${getEventEndSql('e')} + interval '12 hours'`

async function listConfirmedBookings(
  db: Database | Transaction,
  eventId: string,
  only: RawBuilder<unknown> = sql``,
): Promise<BillBooking[]> {
  const { rows } = await sql<BillBooking>`
    select b.id as "bookingId", b.dj_id as "djId", p.display_name as "djName", p.avatar_url as "avatarUrl",
      b.event_type as "eventType", b.event_date as "startsAt", b.ends_at as "endsAt",
      exists (select from line_up_slots s where s.booking_id = b.id) as "isOnBill"
    ${selectConfirmed(eventId)} and b.currency = e.currency ${only}
    order by b.event_date, b.id limit 100`.execute(db)
  return rows
}

/**
 * Adds a booked DJ to the end of the line-up; the first one as the headline. @throws NOT_FOUND, CHANGED, NOT_NOW,
 * ON_BILL
 */
export async function addBookingToLineUp(
  context: DashboardContext,
  { id, bookingId, version }: { id: string; bookingId: string; version: number },
): Promise<Saved> {
  try {
    return await changeEvent(context, { id, act: 'edit', version }, async (trx, event) => {
      if (event.status === 'cancelled')
        throw refuseNow('This event is canceled. Its line-up can’t be changed.')
      if (!isId(bookingId)) throw refuse('NOT_FOUND')
      // Waits for a concurrent answer to the booking, such as a cancellation.
      await sql`select from bookings where id = ${bookingId}::uuid for no key update`.execute(trx)
      const [booking] = await listConfirmedBookings(trx, id, sql`and b.id = ${bookingId}::uuid`)
      if (!booking) throw refuse('NOT_FOUND')
      if (booking.isOnBill) throw refuse('ON_BILL')
      await writeBookedSlot(trx, id, booking)
      await setHost(trx, event)
      return recordSave(trx, { id, byId: requireCaller(context).id, now: context.now() })
    })
  } catch (error) {
    // Another event added the booking concurrently.
    if (isUniqueViolation(error, 'line_up_slots_booking')) throw refuse('ON_BILL')
    throw error
  }
}

/**
 * Links a booking to the event's line-up. A DJ who was added by hand gets the times of the booking instead of a
 * second entry.
 */
async function writeBookedSlot(trx: Transaction, eventId: string, booking: BillBooking): Promise<void> {
  const { bookingId, djId, djName, startsAt, endsAt } = booking
  const { numUpdatedRows } = await trx
    .updateTable('line_up_slots')
    .set({ booking_id: bookingId, starts_at: startsAt, ends_at: endsAt, dj_id: djId, requested_id: null })
    .where((eb) =>
      eb(
        'id',
        '=',
        eb
          .selectFrom('line_up_slots')
          .select('id')
          .where('event_id', '=', eventId)
          .where((slot) => slot.or([slot('dj_id', '=', djId), slot('requested_id', '=', djId)]))
          .where('booking_id', 'is', null)
          .where('starts_at', 'is', null)
          .orderBy('billing')
          .limit(1),
      ),
    )
    .executeTakeFirstOrThrow()
  await sql`
    update bookings b set event_id = e.id, timezone = e.timezone
    from events e where e.id = ${eventId}::uuid and b.id = ${bookingId}::uuid`.execute(trx)
  // The booking also answers an open request to the DJ for this event.
  await sql`
    update line_up_slots set dj_id = requested_id, requested_id = null
    where event_id = ${eventId}::uuid and requested_id = ${djId}::uuid`.execute(trx)
  await withdrawRequests(trx, eventId, [djId])
  if (numUpdatedRows > 0n) return
  await sql`
    insert into line_up_slots (event_id, dj_id, name, starts_at, ends_at, billing, billed_as, booking_id)
    select ${eventId}::uuid, ${djId}::uuid, ${djName}, ${startsAt}::timestamptz, ${endsAt}::timestamptz,
      coalesce(max(billing), 0) + 1, case when count(*) = 0 then 'headline' else 'support' end, ${bookingId}::uuid
    from line_up_slots where event_id = ${eventId}::uuid`.execute(trx)
}
