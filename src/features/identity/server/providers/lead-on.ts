import { sql } from 'kysely'
import type { IdentityContext } from '../context'
import { hashToken } from '../secrets/random-token'
import { secretsOf } from '../ways/flow-secrets'
import type { Way, Wishes } from '../ways/way'

const NONE: Wishes = { scopes: [], parameters: {} }

/** Where the browser of a flow goes now. @throws FlowFailed when the provider does not answer */
export async function leadOn(
  { db, secret }: Pick<IdentityContext, 'db' | 'secret'>,
  { way, state, wishes = NONE }: { way: Way; state: string; wishes?: Wishes | undefined },
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
