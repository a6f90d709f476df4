import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { notify } from '~/features/notifications/server/public'
import { runEach } from '~/platform/jobs/run-each'
import type { SettlementServices } from '../context'
import { refreshSides } from '../notify-sides'
import { calculateCoverage } from './calculate-sheet'
import { recordNotices } from './notify-waiting'
import { readSheet } from './read-sheet'
import { lockEvent } from './settle'

/** Guaranteed fees have to be covered this many hours before the doors open. */
export const COVER_HOURS = 72

/** When the guaranteed fees of an event of the table `events` have to be covered. */
export const selectCoverBy = (events: string) =>
  sql<Date>`coalesce(${sql.ref(`${events}.doors_at`)}, ${sql.ref(`${events}.event_date`)}) - ${sql.lit(COVER_HOURS)} * interval '1 hour'`

/**
 * Notifies both sides of bookings whose guaranteed fee isn't covered 72 hours before the doors open, once per event. Returns
 * how many people were notified.
 */
export async function notifyUncovered(services: SettlementServices & { now: () => Date }): Promise<number> {
  const now = services.now()
  const { rows } = await sql<{ eventId: string }>`
    select e.id as "eventId" from events e
    where e.event_date between ${now} and ${now}::timestamptz + interval '1 month' and ${selectCoverBy('e')} <= ${now}
      and e.event_status = 'published'
      and exists (select from bookings b where b.event_id = e.id and b.status = 'confirmed' and b.deal->>'isFeeGuaranteed' = 'true')
      and not exists (select from settlement_notices n where n.event_id = e.id and n.kind = 'uncovered')`.execute(
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

/** Returns the notified people. Records no notice while all fees are covered, because a refund can uncover one later. */
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
  if (uncovered.length === 0 || !(await recordNotices(trx, eventId, ['uncovered'], now))) return []
  const notices = uncovered.flatMap(({ bookingId, heldCents, feeCents }) => {
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
                youPlay: person === dj,
              },
            },
          ],
    )
  })
  await notify(trx, jobs, notices)
  return notices.map(({ userId }) => userId)
}
