import type { Database } from '~/database/connect'
import { createSessionError } from '~/features/identity/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { ExportState } from '../../contract-shapes'
import { findNextRequestAt, getExportStatus } from '../../rules/export'
import type { Context } from '../context'
import { EXPORT_PATH } from './export-path'

/** Returns the state of the caller's archive. */
export async function getExportState({
  caller,
  db,
  now,
}: Pick<Context, 'caller' | 'now'> & { db: Pick<Database, 'selectFrom'> }): Promise<ExportState> {
  const { id } = requireCaller({ caller })
  const account = await db
    .selectFrom('accounts as a')
    .leftJoin('data_exports as x', 'x.user_id', 'a.id')
    .select(['a.email', 'a.email_verified_at', 'x.requested_at', 'x.ready_at', 'x.expires_at', 'x.bytes'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  // The account was deleted after the session was checked.
  if (account === undefined) throw createSessionError('ended')
  const { requested_at: requestedAt, ready_at: readyAt, expires_at: expiresAt } = account
  const stored = requestedAt === null ? undefined : { requestedAt, readyAt, expiresAt }
  const state = getExportStatus(stored, now())
  const isReady = state === 'ready'
  return {
    state,
    requestedAt: requestedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    bytes: isReady ? account.bytes : null,
    href: isReady ? EXPORT_PATH : null,
    nextRequestAt: findNextRequestAt(stored, now())?.toISOString() ?? null,
    // An unverified address gets no email about the archive.
    emailedTo: account.email_verified_at === null ? null : account.email,
  }
}
