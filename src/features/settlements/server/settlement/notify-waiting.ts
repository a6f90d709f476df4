import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { runEach } from '~/platform/jobs/run-each'
import type { SettlementServices } from '../context'
import { notifySides, refreshSides, settleAcceptRequests } from '../notify-sides'
import { listSides, readProgress } from './get-settlement'
import { isReady, selectIsSelling, selectReadyAt } from './readiness'
import { type EventSheet, readSheet } from './read-sheet'
import { isSettled, lockEvent } from './settle'

const reminders = [
  { kind: 'first_reminder', days: 3 },
  { kind: 'second_reminder', days: 6 },
] as const

type NoticeKind = 'ready' | (typeof reminders)[number]['kind']
type Services = SettlementServices & { now: () => Date }

/** Notifies the sides of events whose settlement has become ready, once per event. Returns the number of events. */
export async function notifyReady(services: Services): Promise<number> {
  const now = services.now()
  const { rows } = await sql<{ eventId: string }>`
    select e.id as "eventId" from events e
    where case e.event_status when 'cancelled' then e.status_changed_at else e.event_date end
        between ${now}::timestamptz - interval '1 year' and ${now} and ${selectReadyAt('e')} <= ${now}
      and not exists (select from settlement_notices n where n.event_id = e.id and n.kind = 'ready')
      and not exists (select from settlements s where s.event_id = e.id)
      and (select sum(d.amount) from ledger_days d
        where d.event_id = e.id and d.account = 'organizer' and d.kind not in ('settlement', 'payout')) <> 0
      and not ${selectIsSelling('e')}`.execute(services.db)
  return notifyEvents(services, rows, async (trx, found) => {
    if (!(await recordNotices(trx, found.event.id, ['ready'], now))) return []
    const to = listSides(found).map(({ id }) => id)
    await notifySides(trx, services.jobs, found.event, { kind: 'settlement_ready', to })
    return to
  })
}

/**
 * Reminds the sides that haven't accepted the current figures, 3 and 6 days after the settlement became ready. While
 * a figure is questioned, no reminder is sent. Returns the number of events.
 */
export async function sendReminders(services: Services): Promise<number> {
  const now = services.now()
  const [first, second] = reminders.map(({ days }) => new Date(now.getTime() - days * 86_400_000))
  const { rows } = await sql<{ eventId: string; readyAt: Date }>`
    select n.event_id as "eventId", n.sent_at as "readyAt" from settlement_notices n
    where n.kind = 'ready' and n.sent_at <= ${first}
      and not exists (select from settlement_notices r where r.event_id = n.event_id and r.kind = 'second_reminder')
      and (n.sent_at <= ${second}
        or not exists (select from settlement_notices r where r.event_id = n.event_id and r.kind = 'first_reminder'))
      and not exists (select from settlements s where s.event_id = n.event_id)
      and not exists (select from settlement_questions q where q.event_id = n.event_id and q.resolution is null)`.execute(
    services.db,
  )
  return notifyEvents(services, rows, async (trx, found, { readyAt }) => {
    const { acceptances, questions } = await readProgress(trx, found.event.id)
    if (questions.some(({ resolution }) => resolution === null)) return []
    const due = reminders.filter(({ days }) => now.getTime() - readyAt.getTime() >= days * 86_400_000)
    // After a long question both reminders are due, but a single notification is enough.
    const kinds = due.map(({ kind }) => kind)
    if (!(await recordNotices(trx, found.event.id, kinds, now))) return []
    const accepted = new Set(
      acceptances.filter(({ digest }) => digest === found.digest).map(({ personId }) => personId),
    )
    const to = listSides(found).flatMap(({ id }) => (accepted.has(id) ? [] : [id]))
    await settleAcceptRequests(trx, found.event.id)
    await notifySides(trx, services.jobs, found.event, { kind: 'settlement_reminder', to })
    return to
  })
}

/** Runs `run` for each event with the event locked, if its settlement is still ready. It returns the notified people. */
async function notifyEvents<Row extends { eventId: string }>(
  { db, live, now }: Services,
  rows: readonly Row[],
  run: (trx: Transaction, found: EventSheet, row: Row) => Promise<string[]>,
): Promise<number> {
  let count = 0
  await runEach(rows, async (row) => {
    const to = await db.transaction().execute(async (trx) => {
      await lockEvent(trx, row.eventId)
      const found = await readSheet(trx, row.eventId)
      if (found === undefined || !isReady(found, now()) || (await isSettled(trx, row.eventId))) return []
      return run(trx, found, row)
    })
    refreshSides(live, to)
    if (to.length > 0) count += 1
  })
  return count
}

/** Records that these kinds of notifications are sent. Returns whether any kind wasn't recorded before. */
async function recordNotices(
  trx: Transaction,
  eventId: string,
  kinds: readonly NoticeKind[],
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('settlement_notices')
    .values(kinds.map((kind) => ({ event_id: eventId, kind, sent_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== undefined && numInsertedOrUpdatedRows > 0n
}
