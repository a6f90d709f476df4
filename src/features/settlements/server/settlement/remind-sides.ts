import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { isId } from '~/lib/ids'
import type { reminders } from '../../contract-settlement'
import type { ChangeContext, ReadContext } from '../context'
import { notifySides, refreshSides, settleAcceptRequests } from '../notify-sides'
import { refuse } from '../refused-error'
import { getOwnSheet, listSides, readProgress } from './get-settlement'
import { isReady } from './readiness'
import { isSettled, lockEvent } from './settle'

type Reminders = z.input<typeof reminders>

/**
 * Returns the sides that were reminded in the last 24 hours, by a person or by the job, for a side of the settlement.
 * @throws NOT_FOUND
 */
export async function listReminders({ db, ...context }: ReadContext, eventId: string): Promise<Reminders> {
  await getOwnSheet(db, eventId, requireCaller(context).id)
  return { reminders: await readReminders(db, eventId) }
}

/**
 * Reminds the sides that haven't accepted the current figures, each at most once in 24 hours. Locks the event, as the
 * reminder job does, so that simultaneous calls remind no one twice.
 * @throws NOT_FOUND, SETTLED, NOT_READY, QUESTIONED, NOT_ACCEPTED
 */
export async function remindSides(context: ChangeContext, eventId: string): Promise<Reminders> {
  if (!isId(eventId)) throw refuse('NOT_FOUND')
  const callerId = requireCaller(context).id
  const to = await context.db.transaction().execute(async (trx) => {
    await lockEvent(trx, eventId)
    const found = await getOwnSheet(trx, eventId, callerId)
    if (await isSettled(trx, eventId)) throw refuse('SETTLED')
    if (!isReady(found, context.now())) throw refuse('NOT_READY')
    const { acceptances, questions } = await readProgress(trx, eventId)
    if (questions.some(({ resolution }) => resolution === null)) throw refuse('QUESTIONED')
    const accepted = acceptances.filter(({ digest }) => digest === found.digest)
    if (!accepted.some(({ personId }) => personId === callerId)) throw refuse('NOT_ACCEPTED')
    const skipped = new Set([...accepted, ...(await readReminders(trx, eventId))].map((row) => row.personId))
    const waiting = listSides(found).flatMap(({ id }) => (skipped.has(id) ? [] : [id]))
    for (const id of waiting) await settleAcceptRequests(trx, eventId, id)
    await notifySides(trx, context.jobs, found.event, { kind: 'settlement_reminder', to: waiting })
    return waiting
  })
  refreshSides(context.live, to)
  return { reminders: await readReminders(context.db, eventId) }
}

async function readReminders(db: Database | Transaction, eventId: string): Promise<Reminders['reminders']> {
  const { rows } = await sql<Reminders['reminders'][number]>`
    select user_id as "personId", max(created_at) as "remindedAt" from notifications
    where subject_id = ${eventId}::uuid and kind = 'settlement_reminder' and created_at > clock_timestamp() - interval '24 hours'
    group by user_id`.execute(db)
  return rows
}
