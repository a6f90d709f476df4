import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { endSessionsAndTrust, recordEvent } from '~/features/identity/server/public'
import { formatLongAge } from '~/lib/age'
import { requireCaller } from '~/platform/rpc/context'
import { findUntilProblem } from '../../rules/suspension'
import { suspendedJob } from '../jobs'
import { refuse } from '../refused-error'
import { type AccountContext, changeAccount } from './change-account'

interface SuspendInput {
  id: string
  until: string
  reason: string
  was: string | null
}

/**
 * Suspends an account until a date: ends every session immediately, emails the reason and hides the person. Tickets
 * stay valid. The suspension ends automatically because every check compares the date. Admins cannot suspend
 * themselves, so at least one can always act.
 * @throws BAD_UNTIL, OWN_ACCOUNT, NOT_FOUND, CHANGED
 */
export async function suspendUser(
  context: AccountContext,
  { id, until: untilText, reason, was }: SuspendInput,
): Promise<void> {
  const now = context.now()
  const until = new Date(untilText)
  const problem = findUntilProblem(until, now)
  if (problem !== undefined) throw refuse('BAD_UNTIL', { message: problem })
  if (id === requireCaller(context).id) throw refuse('OWN_ACCOUNT')
  await changeAccount(context, id, async (trx, account, actorId) => {
    const isSo =
      isSameSuspension(account.suspendedUntil, until.toISOString()) && account.suspendedReason === reason
    if (isSo) return {}
    if (!isSameSuspension(account.suspendedUntil, was))
      throw await createChangedError(trx, { id, now, isSuspended: account.suspendedUntil !== null })
    await trx
      .updateTable('accounts')
      .set({ suspended_until: until, suspended_reason: reason, updated_at: now })
      .where('id', '=', id)
      .execute()
    const ended = await endSessionsAndTrust(trx, { userId: id, except: undefined, now })
    await recordEvent(trx, { userId: id, actorId, kind: 'suspended', at: now, details: { ended } })
    await context.jobs.enqueue(trx, suspendedJob, { userId: id, until: until.toISOString() })
    await recordAudit(trx, {
      actorId,
      action: 'users.suspend',
      subject: { type: 'person', id },
      details: { until: until.toISOString(), reason },
      requestId: context.requestId,
    })
    return { hasLostAccess: true }
  })
}

/** Ends a suspension early. Succeeds without effect if it has already ended; refuses if it no longer ends at `was`. */
export async function endSuspension(
  context: AccountContext,
  { id, was }: { id: string; was: string | null },
): Promise<void> {
  const now = context.now()
  await changeAccount(context, id, async (trx, account, actorId) => {
    const until = account.suspendedUntil
    if (until === null) return {}
    if (!isSameSuspension(until, was)) throw await createChangedError(trx, { id, now, isSuspended: true })
    await trx
      .updateTable('accounts')
      .set({ suspended_until: null, suspended_reason: null, updated_at: now })
      .where('id', '=', id)
      .execute()
    await recordEvent(trx, { userId: id, actorId, kind: 'suspension_ended', at: now })
    await recordAudit(trx, {
      actorId,
      action: 'users.end_suspension',
      subject: { type: 'person', id },
      details: { until: until.toISOString() },
      requestId: context.requestId,
    })
    return {}
  })
}

function isSameSuspension(current: Date | null, seen: string | null): boolean {
  if (current === null || seen === null) return current === null && seen === null
  return current.getTime() === new Date(seen).getTime()
}

/** Says which admin made the conflicting change, and when. */
async function createChangedError(
  trx: Transaction,
  { id, now, isSuspended }: { id: string; now: Date; isSuspended: boolean },
): Promise<Error> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select p.display_name as by, l.created_at as at from audit_log l left join profiles p on p.id = l.actor_id
    where l.subject_type = 'person' and l.subject_id = ${id} and l.action in ('users.suspend', 'users.end_suspension')
    order by l.created_at desc, l.id desc limit 1`.execute(trx)
  const [last] = rows
  const did = isSuspended ? 'suspended this account' : 'ended the suspension'
  if (!last)
    return refuse('CHANGED', {
      message: 'The suspension was changed in the meantime. Reload the page and try again.',
      data: { by: null, at: null },
    })
  const at = last.at.toISOString()
  return refuse('CHANGED', {
    message: `${last.by ?? 'Another admin'} ${did} ${formatLongAge(at, now.getTime())} ago.`,
    data: { by: last.by, at },
  })
}
