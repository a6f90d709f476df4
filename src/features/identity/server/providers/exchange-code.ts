import type { CodeChallenge } from '../../rules/code-challenge'
import type { IdentityContext } from '../context'
import { startSessionUnlessSuspended, notifyReplacedSession } from '../sessions/start-session'
import type { AmrMethod } from '../sessions/sessions'
import { findSuspension, type Suspended } from '../sessions/suspension'
import { isMatchingVerifier } from './pkce'
import { hashToken } from '../tokens/random-token'
import { decryptProviderTokens } from './provider-tokens'
import type { ProviderTokens } from './provider'
import { consumeBudget } from '../limits/action-limits'

interface Trade {
  code: string
  verifier: string
  /** Whether one of our own pages sent the request, instead of an app. */
  isBrowser?: boolean
}

type Traded =
  | { sessionId: string; userId: string; tokens: ProviderTokens | undefined }
  | 'unknown'
  | 'expired'
  | 'wrong verifier'
  | Suspended

/**
 * Exchanges a code for its session. A wrong verifier also uses up the code, because the code may be stolen; its owner
 * can start again.
 * @throws TOO_MANY_REQUESTS
 */
export async function exchangeCode(
  context: IdentityContext,
  { code, verifier, isBrowser = false }: Trade,
): Promise<Traded> {
  await consumeBudget(context.limits, 'auth_code_ip', context.ip)
  const now = context.now()
  const traded = await context.db.transaction().execute(async (trx): Promise<Traded> => {
    const named = await trx
      .selectFrom('auth_codes')
      .select('user_id')
      .where('code_hash', '=', hashToken(code))
      .executeTakeFirst()
    if (named === undefined) return 'unknown'
    // The account is locked before its other rows, see LOCKING.md.
    await trx.selectFrom('accounts').select('id').where('id', '=', named.user_id).forUpdate().execute()
    const row = await trx
      .deleteFrom('auth_codes')
      .where('code_hash', '=', hashToken(code))
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return 'unknown'
    if (row.expires_at <= now) return 'expired'
    // The column's check constraint allows only the two methods.
    const method = row.code_challenge_method as CodeChallenge['method']
    if (!isMatchingVerifier({ value: row.code_challenge, method }, verifier)) return 'wrong verifier'
    const { user_id: userId, session_id: openSessionId } = row
    const tokens = decryptProviderTokens(row.provider_tokens_sealed, context.secret)
    if (openSessionId !== null) {
      const suspended = await findSuspension(trx, userId, now)
      return suspended ?? { sessionId: openSessionId, userId, tokens }
    }
    // Only values of AmrMethod are written to this column.
    const amr = row.amr_method as AmrMethod
    const opened = await startSessionUnlessSuspended(trx, context, { userId, method: amr, isBrowser })
    return 'sessionId' in opened ? { ...opened, tokens } : opened
  })
  if (typeof traded === 'object' && 'sessionId' in traded) {
    notifyReplacedSession(context)
    context.live.publish([traded.userId], ['identity'])
  }
  return traded
}
