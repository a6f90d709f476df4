import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { notify } from '~/features/notifications/server/public'
import { runEach } from '~/platform/jobs/run-each'
import type { SettlementServices } from '../context'
import { refreshSides } from '../notify-sides'
import { calculateCoverage } from './calculate-sheet'
import { readSheet } from './read-sheet'
import { lockEvent } from './settle'

/** The number of hours before the doors open at which guaranteed fees have to be covered. */
export const COVER_HOURS = 72

/** Selects the time by which the guaranteed fees of an event of the table `events` have to be covered. */
export const selectCoverBy = (events: string) =>
  sql<Date>`coalesce(${sql.ref(`${events}.doors_at`)}, ${sql.ref(`${events}.event_date`)}) - ${sql.lit(COVER_HOURS)} * interval '1 hour'`

/**
 * Notifies both sides of bookings whose guaranteed fee isn't covered 72 hours before the doors open, once per booking and again
 * if its fee was raised. Returns how many people were notified.
 */
export async function notifyUncovered(services: SettlementServices & { now: () => Date }): Promise<number> {
  const now = services.now()
  const { rows } = await sql<{ eventId: string }>`
    select e.id as "eventId" from events e
    where e.event_date between ${now} and ${now}::timestamptz + interval '1 month' and ${selectCoverBy('e')} <= ${now}
      and e.event_status = 'published'
      and exists (select from bookings b where b.event_id = e.id and b.status = 'confirmed' and b.deal->>'isFeeGuaranteed' = 'true'
        and not exists (select from settlement_notices n where n.booking_id = b.id and n.event_id = e.id and n.fee_cents >= b.fee_cents))`.execute(
    services.db,
  )
  let count = 0
  await runEach(rows, async ({ eventId }) => {
    const people = await services.db
      .transaction()
      .execute((trx) => notifyEvent(trx, services.jobs, { eventId, now }))
    refreshSides(services.live, people)
    count += people.length
  })
  return count
}

/**
 * Notifies both sides of each uncovered fee of an event, and returns these people. Covered fees aren't recorded as
 * checked, because a later refund can leave them uncovered.
 */
async function notifyEvent(
  trx: Transaction,
  jobs: SettlementServices['jobs'],
  { eventId, now }: { eventId: string; now: Date },
): Promise<string[]> {
  await lockEvent(trx, eventId)
  const found = await readSheet(trx, eventId)
  if (found === undefined) return []
  const { sheet, bookings, event, organizer } = found
  const uncovered = calculateCoverage(sheet, bookings).filter(
    ({ heldCents, feeCents }) => heldCents < feeCents,
  )
  const newIds = await recordUncovered(trx, {
    eventId,
    ids: uncovered.map(({ bookingId }) => bookingId),
    now,
  })
  const notices = uncovered.flatMap(({ bookingId, heldCents, feeCents }) => {
    if (!newIds.includes(bookingId)) return []
    const dj = bookings.find(({ id }) => id === bookingId)?.person
    return [organizer, dj].flatMap((person) =>
      person === undefined || person === null
        ? []
        : [
            {
              userId: person.id,
              kind: 'booking_uncovered' as const,
              actorId: null,
              subjectId: bookingId,
              facts: {
                title: event.title,
                timezone: event.timezone,
                startsAt: new Date(event.startsAt).toISOString(),
                amountCents: feeCents - heldCents,
                currency: event.currency,
                youPlay: person === dj,
              },
            },
          ],
    )
  })
  await notify(trx, jobs, notices)
  return notices.map(({ userId }) => userId)
}

/**
 * Records that the sides are notified of the uncovered fees. Returns the bookings whose sides weren't yet notified of
 * a fee this high.
 */
async function recordUncovered(
  trx: Transaction,
  { eventId, ids, now }: { eventId: string; ids: readonly string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ bookingId: string }>`
    insert into settlement_notices as n (event_id, kind, booking_id, fee_cents, sent_at)
    select ${eventId}::uuid, 'uncovered', b.id, b.fee_cents, ${now} from bookings b where b.id = any(${ids}::uuid[])
    on conflict (event_id, kind, booking_id) do update set fee_cents = excluded.fee_cents, sent_at = excluded.sent_at
      where n.fee_cents < excluded.fee_cents
    returning n.booking_id as "bookingId"`.execute(trx)
  return rows.map(({ bookingId }) => bookingId)
}
