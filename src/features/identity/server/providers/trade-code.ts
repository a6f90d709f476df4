import { SESSION_TOPIC } from '~/platform/live/live'
import type { Challenge } from '../codes/auth-code'
import type { IdentityContext } from '../context'
import { type AmrMethod, endSession } from '../sessions'
import { type Suspended, findSuspension } from '../suspension'
import { meets } from './challenge'
import { hashOf } from './flow-secrets'
import { openFor } from './open-for'

type Traded = { sessionId: string; userId: string } | 'unknown' | 'expired' | 'wrong verifier' | Suspended

/**
 * The session behind a code. A wrong verifier spends the code too: whoever tries has it from somewhere, and its owner begins
 * again. `replaced` is the session that this browser had until now.
 */
export async function tradeCode(
  context: IdentityContext,
  {
    code,
    verifier,
    replaced,
  }: { code: string; verifier: string; replaced?: { id: string; sessionId: string } | null },
): Promise<Traded> {
  await context.limits.consume('auth_code_ip', context.ip, { points: 120, seconds: 600 })
  const now = context.now()
  const traded = await context.db.transaction().execute(async (trx): Promise<Traded> => {
    const row = await trx
      .updateTable('auth_codes')
      .set({ used_at: now })
      .where('code_hash', '=', hashOf(code))
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return 'unknown'
    if (row.expires_at <= now) return 'expired'
    // Of the two words that the table allows.
    const method = row.code_challenge_method as Challenge['method']
    if (!meets({ value: row.code_challenge, method }, verifier)) return 'wrong verifier'
    const { user_id: userId, session_id: kept } = row
    if (kept !== null) {
      const suspended = await findSuspension(trx, userId, now)
      return suspended ?? { sessionId: kept, userId }
    }
    if (replaced) await endSession(trx, replaced.sessionId, now)
    // Of AmrMethod, as it was written.
    return openFor(trx, context, { userId, method: row.amr_method as AmrMethod })
  })
  if (replaced && typeof traded === 'object' && 'sessionId' in traded)
    context.live.publish([replaced.id], [SESSION_TOPIC])
  return traded
}
