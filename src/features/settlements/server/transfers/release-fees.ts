import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { selectCurrency } from '~/features/events/server/public'
import { runEach } from '~/platform/jobs/run-each'
import { calculateCoverage } from '../settlement/calculate-sheet'
import { readSheet } from '../settlement/read-sheet'
import { lockEvent } from '../settlement/settle'

/** The number of hours after the set in which both sides can question figures. */
export const OBJECTION_HOURS = 24

interface DueFee {
  bookingId: string
  eventId: string
}

/**
 * Releases the held part of guaranteed fees a day after the set, if guests were checked in and no figure is
 * questioned. Without check-ins, organizer and DJ confirm that the set took place by accepting the current figures.
 * The DJ has to accept after the set. The settlement pays the rest. Returns the number of released fees.
 */
export async function releaseFees({ db, now }: { db: Database; now: () => Date }): Promise<number> {
  const due = await listDueFees(db, now())
  let count = 0
  await runEach(due, async (fee) => {
    if (await db.transaction().execute((trx) => releaseFee(trx, fee, now()))) count += 1
  })
  return count
}

/**
 * Whether the set of booking `b` at event `e` is known to have taken place: guests were checked in, or both sides
 * accepted the settlement, the DJ after the set. With a digest, only acceptances of these figures count.
 */
export const selectHasSetTakenPlace = (digest?: string): RawBuilder<boolean> => sql`(
  exists (select from check_ins c where c.event_id = e.id and c.counted > 0)
  or not exists (
    select from unnest(array[e.organizer_id, b.dj_id]) person
    where not exists (
      select from settlement_acceptances a where a.event_id = e.id and a.person_id = person
        and ${digest === undefined ? sql`true` : sql`a.digest = ${digest}`}
        and (person <> b.dj_id or a.accepted_at >= b.ends_at)
    )
  ))`

/** Whether a figure of event `e` is questioned. */
export const isQuestioned = sql<boolean>`exists (
  select from settlement_questions q where q.event_id = e.id and q.resolution is null)`

/**
 * Lists the fees that are due for release. `only` limits the list to one booking, and counts only acceptances of the
 * figures with this digest.
 */
async function listDueFees(
  db: Database | Transaction,
  now: Date,
  only?: { bookingId: string; digest: string },
): Promise<DueFee[]> {
  const { rows } = await sql<DueFee>`
    select b.id as "bookingId", b.event_id as "eventId"
    from bookings b join events e on e.id = b.event_id
    where b.status = 'completed' and b.deal->>'isFeeGuaranteed' = 'true' and b.dj_id is not null
      and greatest(b.ends_at, e.event_date) <= ${now}::timestamptz - ${OBJECTION_HOURS} * interval '1 hour'
      and b.ends_at > ${now}::timestamptz - interval '1 year'
      and ${only === undefined ? sql`true` : sql`b.id = ${only.bookingId}::uuid`}
      and e.event_status = 'published'
      and ${selectHasSetTakenPlace(only?.digest)} and not ${isQuestioned}
      and not exists (select from settlements s where s.event_id = e.id)
      and not exists (select from transfers t where t.booking_id = b.id and t.reason = 'guaranteed_fee')
    order by b.ends_at, b.id`.execute(db)
  return rows
}

/** Releases a fee if, with the event locked, it is still due: a question or a settlement may have come first. */
async function releaseFee(trx: Transaction, { bookingId, eventId }: DueFee, now: Date): Promise<boolean> {
  await lockEvent(trx, eventId)
  const found = await readSheet(trx, eventId)
  const booking = found?.bookings.find(({ id }) => id === bookingId)
  if (found === undefined || !booking?.person) return false
  if ((await listDueFees(trx, now, { bookingId, digest: found.digest })).length === 0) return false
  const coverage = calculateCoverage(found.sheet, found.bookings)
  const heldCents = coverage.find((fee) => fee.bookingId === bookingId)?.heldCents ?? 0
  const share = found.sheet.shares.find((part) => part.bookingId === bookingId)
  // At most the sheet's transfer to the DJ: the sheet also deducts the processing fees of payments for bookings.
  const cents = Math.min(heldCents, share?.transferCents ?? 0)
  if (cents <= 0) return false
  await sql`
    insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency)
    values (${eventId}, ${bookingId}, ${booking.person.id}, 'guaranteed_fee', ${cents}, ${selectCurrency(eventId)})`.execute(
    trx,
  )
  return true
}
