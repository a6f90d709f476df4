import { holdAssured, refuseSession } from '~/features/identity/server/public'
import { signedIn } from '~/platform/rpc/context'
import type { ExportState } from '../../contract-shapes'
import { requestedBefore } from '../../rules/export'
import type { Context } from '../context'
import { makeExportJob } from './jobs'
import { stateOfExport } from './state-of-export'

/**
 * Requests an archive of all data about the caller and replaces the previous one. Limited to one a day, also for
 * simultaneous requests.
 * @throws UNAUTHORIZED when the session or the account ended meanwhile
 */
export async function requestExport(
  context: Pick<Context, 'caller' | 'db' | 'jobs' | 'now'>,
): Promise<{ isAsked: boolean; state: ExportState }> {
  const { id: userId, sessionId } = signedIn(context)
  const now = context.now()
  return context.db.transaction().execute(async (trx) => {
    if ((await holdAssured(trx, { userId, sessionId }, now)) === undefined) throw refuseSession('ended')
    const empty = { requested_at: now, ready_at: null, expires_at: null, archive: null, bytes: null }
    const asked = await trx
      .insertInto('data_exports')
      .values({ user_id: userId, ...empty })
      .onConflict((one) =>
        one
          .column('user_id')
          .doUpdateSet(empty)
          .where('data_exports.requested_at', '<=', requestedBefore(now)),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (asked !== undefined)
      await context.jobs.enqueue(trx, makeExportJob, { userId, requestedAt: now.toISOString() })
    const state = await stateOfExport({ ...context, db: trx })
    return { isAsked: asked !== undefined, state }
  })
}
