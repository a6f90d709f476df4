import { lockAssuredAccount, createSessionError } from '~/features/identity/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { ExportState } from '../../contract-shapes'
import { getRequestCutoff } from '../../rules/export'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { makeExportJob } from './jobs'
import { getExportState } from './get-export-state'

/**
 * Requests an archive of all data about the caller and replaces the previous one. Limited to one a day, also for
 * simultaneous requests.
 * @throws ALREADY_REQUESTED; UNAUTHORIZED when the session or the account ended meanwhile
 */
export async function requestExport(
  context: Pick<Context, 'caller' | 'db' | 'jobs' | 'now'>,
): Promise<ExportState> {
  const { id: userId, sessionId } = requireCaller(context)
  const now = context.now()
  return context.db.transaction().execute(async (trx) => {
    if ((await lockAssuredAccount(trx, { userId, sessionId }, now)) === undefined)
      throw createSessionError('ended')
    const empty = { requested_at: now, ready_at: null, expires_at: null, archive: null, bytes: null }
    const request = await trx
      .insertInto('data_exports')
      .values({ user_id: userId, ...empty })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(empty)
          .where('data_exports.requested_at', '<=', getRequestCutoff(now)),
      )
      .returning('user_id')
      .executeTakeFirst()
    const state = await getExportState({ ...context, db: trx })
    if (request === undefined)
      throw refuse('ALREADY_REQUESTED', { data: { nextRequestAt: state.nextRequestAt ?? now.toISOString() } })
    await context.jobs.enqueue(trx, makeExportJob, { userId, requestedAt: now.toISOString() })
    return state
  })
}
