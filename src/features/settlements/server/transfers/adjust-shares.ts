import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { selectCurrency } from '~/features/events/server/public'
import { type Adjustment, calculateAdjustments } from '../../rules/adjust-transfers'
import { runEach } from '~/platform/jobs/run-each'
import type { SettlementServices } from '../context'
import { notifySides, refreshSides } from '../notify-sides'
import { isReady } from '../settlement/readiness'
import { readSheet } from '../settlement/read-sheet'
import { lockEvent } from '../settlement/settle'
import { readAdjustableTransfers } from './read-adjustable-transfers'

/**
 * Adjusts the transfers of settled events whose money has changed, such as by a refund: each share is calculated
 * again, and the differences, which add up to the change, are transferred or reversed. Notifies the payees. Returns
 * the number of adjusted events.
 */
export async function adjustShares(services: SettlementServices & { now: () => Date }): Promise<number> {
  const { rows } = await sql<{ eventId: string }>`
    select s.event_id as "eventId" from settlements s
    where (select sum(d.amount) from ledger_days d where d.event_id = s.event_id and d.account = 'organizer') <> 0
      or ${isPaidInLately}`.execute(services.db)
  let count = 0
  await runEach(rows, async ({ eventId }) => {
    const payees = await services.db.transaction().execute((trx) => adjustEvent(trx, services, eventId))
    refreshSides(services.live, payees)
    if (payees.length > 0) count += 1
  })
  return count
}

/**
 * Whether money that the organizer paid in, such as for bookings, was posted in the last hour for the event of the
 * settlement `s`. Such money isn't part of net. So the event's balance can be 0 although the shares have changed.
 */
const isPaidInLately = sql`exists (
  select from ledger_transactions t where t.event_id = s.event_id and t.day >= current_date - 2
    and (t.kind like 'booking%' or t.kind in ('refund_paid_another_way', 'offset')) and t.posted_at > clock_timestamp() - interval '1 hour')`

/**
 * Returns the payees whose shares were adjusted. If the organizer then owes money, the debt stays on their account.
 */
async function adjustEvent(
  trx: Transaction,
  { jobs, now }: Pick<SettlementServices, 'jobs'> & { now: () => Date },
  eventId: string,
): Promise<string[]> {
  await lockEvent(trx, eventId)
  const found = await readSheet(trx, eventId)
  // Sales aren't paid out before the event is over.
  if (found === undefined || !isReady(found, now())) return []
  const { sheet, organizer, bookings } = found
  const { transfers, organizerCents } = await readAdjustableTransfers(trx, found)
  const due = [
    ...bookings.flatMap(({ id, person }, index) =>
      person === null
        ? []
        : {
            bookingId: id,
            payeeId: person.id,
            cents: (sheet.shares[index]?.transferCents ?? 0) + (sheet.shares[index]?.releasedCents ?? 0),
          },
    ),
    {
      bookingId: null,
      payeeId: organizer.id,
      cents: organizerCents,
    },
  ]
  const adjustments = due.flatMap(({ bookingId, payeeId, cents }) =>
    calculateAdjustments(
      cents,
      transfers.filter((transfer) => transfer.bookingId === bookingId),
    ).map((adjustment) => ({ ...adjustment, bookingId, payeeId })),
  )
  // Reversals first: they fund the other transfers.
  for (const adjustment of adjustments.toSorted((a, b) => a.cents - b.cents))
    await insertAdjustment(trx, eventId, adjustment)
  const changes = new Map<string, number>()
  for (const { payeeId, cents } of adjustments) changes.set(payeeId, (changes.get(payeeId) ?? 0) + cents)
  const cause = await findCause(trx, eventId)
  for (const [payeeId, amountCents] of changes)
    await notifySides(trx, jobs, found.event, {
      kind: 'settlement_adjusted',
      to: [payeeId],
      facts: { amountCents, currency: found.event.currency, cause },
    })
  return [...changes.keys()]
}

const causes = {
  refund: ['refund', 'refund_rejected', 'refund_paid_another_way'],
  dispute: ['dispute', 'dispute_fee'],
} as const

/** Returns the cause of the change since the last transfer of the event; null if there are several. */
async function findCause(trx: Transaction, eventId: string): Promise<keyof typeof causes | null> {
  const { rows } = await sql<{ kind: string }>`
    with entries as (
      select x.id, t.kind from ledger_entries x join ledger_transactions t on t.id = x.transaction_id
      where x.event_id = ${eventId}::uuid and x.account = 'organizer'
    )
    select distinct kind from entries
    where id > (select max(id) from entries where kind in ('settlement', 'payout'))`.execute(trx)
  const isOnly = (kinds: readonly string[]) =>
    rows.length > 0 && rows.every(({ kind }) => kinds.includes(kind))
  if (isOnly(causes.refund)) return 'refund'
  return isOnly(causes.dispute) ? 'dispute' : null
}

async function insertAdjustment(
  trx: Transaction,
  eventId: string,
  { bookingId, payeeId, cents, reverses }: Adjustment & { bookingId: string | null; payeeId: string },
): Promise<void> {
  await sql`
    insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency, reverses)
    values (${eventId}, ${bookingId}, ${payeeId}, 'adjustment', ${cents}, ${selectCurrency(eventId)}, ${reverses})`.execute(
    trx,
  )
}
