import { sql } from 'kysely'
import type { z } from 'zod'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { coverage } from '../../contract-settlement'
import { calculateCoverage } from './calculate-sheet'
import { refuse } from '../refused-error'
import { isQuestioned, OBJECTION_HOURS, selectHasSetTakenPlace } from '../transfers/release-fees'
import type { ReadContext } from '../context'
import { selectCoverBy } from './notify-uncovered'
import { readSheet } from './read-sheet'

interface CoveredBooking {
  eventId: string | null
  endsAt: Date
  isPaid: boolean
  coverBy: Date | null
  isSettled: boolean
  isQuestioned: boolean
  eventStatus: string | null
}

/**
 * Returns, for a side of a booking, how much of its guaranteed fee the event's money covers; null if the fee isn't
 * guaranteed or nothing is agreed.
 * @throws NOT_FOUND
 */
export async function getCoverage(
  { db, caller, now }: ReadContext,
  bookingId: string,
): Promise<z.input<typeof coverage>> {
  const callerId = requireCaller({ caller }).id
  const { rows } = await sql<CoveredBooking>`
    select b.event_id as "eventId", greatest(b.ends_at, e.event_date) as "endsAt", ${selectCoverBy('e')} as "coverBy",
      exists (select from transfers t where t.booking_id = b.id and t.reason <> 'deposit' and t.status = 'done') as "isPaid",
      exists (select from settlements s where s.event_id = e.id) as "isSettled", ${isQuestioned} as "isQuestioned",
      e.event_status as "eventStatus"
    from bookings b left join events e on e.id = b.event_id where ${isId(bookingId) ? sql`b.id = ${bookingId}::uuid` : sql`false`}
      and ${callerId}::uuid in (b.client_id, b.dj_id)`.execute(db)
  const [booking] = rows
  if (booking === undefined) throw refuse('NOT_FOUND')
  const found = booking.eventId === null ? undefined : await readSheet(db, booking.eventId)
  const fee =
    found && calculateCoverage(found.sheet, found.bookings).find((part) => part.bookingId === bookingId)
  if (found === undefined || fee === undefined) return null
  const { heldCents, feeCents } = fee
  const releasedCents = found.bookings.find(({ id }) => id === bookingId)?.releasedCents ?? 0
  const releaseAt = new Date(booking.endsAt.getTime() + OBJECTION_HOURS * 3_600_000)
  return {
    heldCents,
    feeCents,
    currency: found.event.currency,
    releasedCents,
    isPaid: booking.isPaid,
    isShort:
      heldCents < feeCents && releasedCents === 0 && booking.coverBy !== null && booking.coverBy <= now(),
    releaseAt,
    waitsFor:
      booking.isSettled || booking.eventStatus === 'cancelled' || releaseAt <= now()
        ? findReason(booking, {
            heldCents,
            releasedCents,
            isAttested: await hasSetTakenPlace(db, bookingId, found?.digest),
          })
        : null,
  }
}

/**
 * Returns what delays the release of the fee, by the conditions of `releaseFees`; null if the fee was released or
 * paid.
 */
function findReason(
  { isPaid, isSettled, isQuestioned, eventStatus }: CoveredBooking,
  { heldCents, releasedCents, isAttested }: { heldCents: number; releasedCents: number; isAttested: boolean },
): (z.input<typeof coverage> & object)['waitsFor'] {
  if (isPaid || releasedCents > 0) return null
  if (isSettled || heldCents === 0 || eventStatus !== 'published') return 'settlement'
  if (isQuestioned) return 'question'
  return isAttested ? 'release' : 'attendance'
}

async function hasSetTakenPlace(
  db: ReadContext['db'],
  bookingId: string,
  digest: string | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ isAttested: boolean }>`
    select ${selectHasSetTakenPlace(digest)} as "isAttested" from bookings b join events e on e.id = b.event_id where b.id = ${bookingId}::uuid`.execute(
    db,
  )
  return rows[0]?.isAttested === true
}
