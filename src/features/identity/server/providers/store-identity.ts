import { sql } from 'kysely'
import type { IdentityContext } from '../context'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import { findFlow } from './flow'
import { hashToken } from '../tokens/random-token'
import type { ProviderIdentity } from './provider'

type Context = Pick<IdentityContext, 'db' | 'now' | 'config'>

/**
 * Returns the data that the provider stored with the flow; undefined unless the flow belongs to this provider, is open
 * and has no identity yet.
 */
export async function findStoredRequest(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { state, provider }: { state: string; provider: string },
): Promise<Record<string, unknown> | undefined> {
  const flow = await findFlow(db, state)
  if (flow === undefined || flow.provider !== provider) return undefined
  if (flow.isUsed || flow.expiresAt <= now() || flow.payload.proof) return undefined
  return flow.payload.kept ?? {}
}

/**
 * Stores the identity with the flow, and returns the URL that the browser opens next (303), with its cookie. For
 * providers that post their response from their own site, which omits our cookie. Works once per flow, and then returns
 * undefined.
 */
export async function storeIdentity(
  { db, now, config }: Context,
  { state, proof }: { state: string; proof: ProviderIdentity },
): Promise<string | undefined> {
  const updated = await db
    .updateTable('sign_in_flows')
    .set({ payload: sql`payload || ${JSON.stringify({ proof })}::jsonb` })
    .where('state_hash', '=', hashToken(state))
    .where('provider', '=', proof.provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where(sql<boolean>`payload->'proof' is null`)
    .executeTakeFirst()
  return updated.numUpdatedRows === 0n
    ? undefined
    : `${config.publicUrl}${AUTH_SERVICE_PATH}/callback?${new URLSearchParams({ state })}`
}
