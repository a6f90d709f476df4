import { sql } from 'kysely'
import type { IdentityContext } from '../context'
import { hashToken } from '../tokens/random-token'
import { secretsOf } from './flow-secrets'
import type { Provider, RequestedParameters } from './provider'

const NONE: RequestedParameters = { scopes: [], parameters: {} }

/** Where the browser of a flow goes now. @throws FlowFailed when the provider does not answer */
export async function findAuthorizationAddress(
  { db, secret }: Pick<IdentityContext, 'db' | 'secret'>,
  { way, state, wishes = NONE }: { way: Provider; state: string; wishes?: RequestedParameters | undefined },
): Promise<string> {
  const { address, kept } = await way.lead(secretsOf(state, secret), wishes)
  if (kept !== undefined)
    await db
      .updateTable('sign_in_flows')
      .set({ payload: sql`payload || ${JSON.stringify({ kept })}::jsonb` })
      .where('state_hash', '=', hashToken(state))
      .execute()
  return address
}
