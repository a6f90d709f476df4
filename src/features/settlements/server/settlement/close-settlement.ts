import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { getClosableSince } from '../../rules/settlement-deadlines'
import type { ChangeContext } from '../context'
import { notifySides, refreshSides } from '../notify-sides'
import { isBalanced, listSides } from './get-settlement'
import { isReady } from './readiness'
import { readSheet } from './read-sheet'
import { isNotCovered, isSettled, lockEvent, settleEvent } from './settle'

export type CloseOutcome =
  | 'closed'
  | 'NOT_FOUND'
  | 'SETTLED'
  | 'NOT_READY'
  | 'TOO_EARLY'
  | 'NOT_BALANCED'
  | 'FIGURES_CHANGED'

/**
 * Makes a settlement final without the missing acceptances: for an admin, 14 days after the settlement became ready. Open
 * questions no longer stop it. All sides are notified of the reason, which is in the audit log.
 */
export async function closeSettlement(
  context: ChangeContext & { requestId: string },
  { eventId, digest, reason }: { eventId: string; digest: string; reason: string },
): Promise<CloseOutcome> {
  if (!isId(eventId)) return 'NOT_FOUND'
  const actorId = requireCaller(context).id
  const now = context.now()
  const close = async (trx: Transaction) => {
    await lockEvent(trx, eventId)
    const found = await readSheet(trx, eventId)
    if (found === undefined) return 'NOT_FOUND'
    if (await isSettled(trx, eventId)) return 'SETTLED'
    if (!isReady(found, now)) return 'NOT_READY'
    if (!(await hasClosingTimeCome(trx, eventId, now))) return 'TOO_EARLY'
    if (!isBalanced(found)) return 'NOT_BALANCED'
    if (found.digest !== digest) return 'FIGURES_CHANGED'
    await settleEvent(trx, found, { closedBy: actorId, reason })
    await recordAudit(trx, {
      actorId,
      action: 'money.close_settlement',
      subject: { type: 'event', id: eventId },
      details: {
        event: found.event.title,
        cents: found.sheet.balanceCents,
        currency: found.event.currency,
        reason,
      },
      requestId: context.requestId,
    })
    const sides = listSides(found).map(({ id }) => id)
    await notifySides(trx, context.jobs, found.event, {
      kind: 'settlement_closed',
      to: sides,
      facts: { note: reason },
    })
    return { sides }
  }
  const outcome = await context.db
    .transaction()
    .execute(close)
    .catch((error: unknown) => {
      if (isNotCovered(error)) return 'FIGURES_CHANGED' as const
      throw error
    })
  if (typeof outcome === 'string') return outcome
  refreshSides(context.live, outcome.sides)
  return 'closed'
}

async function hasClosingTimeCome(trx: Transaction, eventId: string, now: Date): Promise<boolean> {
  const notice = await trx
    .selectFrom('settlement_notices')
    .select('event_id')
    .where('event_id', '=', eventId)
    .where('kind', '=', 'ready')
    .where('sent_at', '<=', getClosableSince(now))
    .executeTakeFirst()
  return notice !== undefined
}
