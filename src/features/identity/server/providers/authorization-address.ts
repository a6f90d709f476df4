import { sql } from 'kysely'
import type { IdentityContext } from '../context'
import { hashToken } from '../tokens/random-token'
import { deriveFlowSecrets } from './flow-secrets'
import type { Provider, RequestedParameters } from './provider'

const NONE: RequestedParameters = { scopes: [], parameters: {} }

/**
 * Returns the provider’s URL for the browser of a flow.
 * @throws FlowFailed when the provider does not respond
 */
export async function findAuthorizationAddress(
  { db, secret }: Pick<IdentityContext, 'db' | 'secret'>,
  { idp, state, wishes = NONE }: { idp: Provider; state: string; wishes?: RequestedParameters | undefined },
): Promise<string> {
  const { address, stored } = await idp.authorize(deriveFlowSecrets(state, secret), wishes)
  if (stored !== undefined)
    await db
      .updateTable('sign_in_flows')
      .set({ payload: sql`payload || ${JSON.stringify({ kept: stored })}::jsonb` })
      .where('state_hash', '=', hashToken(state))
      .execute()
  return address
}
