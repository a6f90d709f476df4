import type { Transaction } from '~/database/connect'
import { type Refuse, runTransactionWithRollback } from '~/database/transaction-with-rollback'
import { refreshAfterUse } from '~/features/invitations/server/public'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { Destination } from '../../rules/destination'
import type { IdentityContext } from '../context'
import { startSession } from '../sessions/start-session'
import { recordFailure } from '../security-log/record-failure'
import { findSuspension, type Suspended } from '../sessions/suspension'
import { issueAuthCode } from './auth-code'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { checkGuess, countWrongCode, type Place, getCodeGuessOrigin } from '../limits/guess-limits'
import { redeemCode, type RedeemedToken, redeemToken } from '../tokens/redeem-token'
import type { TokenPurpose } from '../tokens/one-time-tokens'
import { type Settled, applyToken } from './apply-token'
import { consumeBudget } from '../limits/action-limits'

/** The token of a link, or a code and its recipient. */
export type LinkOrCode = { token: string } | ({ token?: undefined; code: string } & Destination)

interface Redemption {
  proof: LinkOrCode
  purposes: readonly TokenPurpose[]
  /** What the redemption starts: a session, nothing, or for a link to an app with a challenge, a code. */
  starts: 'session' | 'session or code' | 'nothing'
  /** Set by our own pages, where a trusted browser skips the second factor. */
  isBrowser: boolean
  /** The signed-in account that verifies its own email. Only codes of this account are accepted. */
  inside?: string
}

export type Redeemed =
  | { outcome: 'session'; userId: string; sessionId: string; purpose: TokenPurpose }
  | { outcome: 'code'; userId: string; code: string; purpose: TokenPurpose }
  | { outcome: 'nothing'; userId: string; purpose: TokenPurpose }
  /** The other address still has to confirm. */
  | { outcome: 'half'; userId: string; missing: string }
  | { outcome: 'invalid' | 'taken' }
  | { outcome: 'invitation'; reason: 'invalid' | 'expired' }
  | { outcome: 'suspended'; suspended: Suspended }

/** Further results of redeeming, used after the commit to refresh open pages and counts. */
interface Besides {
  hasUsedInvitation?: boolean | undefined
  loser?: string | undefined
}

/**
 * Redeems a link or code and performs its purpose: verifies, starts a session, changes an email. Of concurrent uses one
 * succeeds; the others are refused like unknown tokens. For a suspended person nothing changes, and the token stays
 * valid.
 * @throws TOO_MANY_REQUESTS
 */
export async function redeemLinkOrCode(context: IdentityContext, redemption: Redemption): Promise<Redeemed> {
  const { caller, db, limits, live, ip } = context
  const { proof } = redemption
  await consumeBudget(limits, 'verify_ip', ip)
  if (proof.token === undefined) await checkGuess(context, proof)
  const from = proof.token === undefined ? await getCodeGuessOrigin(context, proof) : undefined
  const done: Redeemed & Besides = await runTransactionWithRollback(db, (trx, refuse: Refuse<Redeemed>) =>
    redeem(trx, context, { ...redemption, from, refuse }),
  )
  if (done.outcome === 'invalid' && proof.token === undefined) {
    const details = { methods: ['otp'], reason: 'wrong_code' } as const
    recordFailure(context, { kind: 'sign_in_failed', destination: proof, details })
    await countWrongCode(context, proof)
  }
  if ('userId' in done) {
    const replaced = done.outcome === 'session' && caller !== null ? [caller.id] : []
    const { loser } = done
    const affected = [done.userId, ...replaced, ...(loser === undefined ? [] : [loser])]
    live.publish([...new Set(affected)], [SESSION_TOPIC])
    if (done.hasUsedInvitation) await refreshAfterUse(context, done.userId)
  }
  return done
}

async function redeem(
  trx: Transaction,
  context: IdentityContext,
  {
    proof,
    purposes,
    starts,
    isBrowser,
    inside,
    from,
    refuse,
  }: Redemption & {
    from: Place | undefined
    /** Rolls the transaction back, so that the token stays valid. */
    refuse: Refuse<Redeemed>
  },
): Promise<Redeemed & Besides> {
  const now = context.now()
  const redeemed =
    proof.token === undefined
      ? await redeemCode(trx, {
          secret: context.secret,
          code: proof.code,
          sentTo: proof.email ?? proof.phone,
          userId: inside,
          purposes,
          from,
          now,
        })
      : await redeemToken(trx, { token: proof.token, purposes, now })
  if (redeemed === undefined) return { outcome: 'invalid' }
  const { caller, requestId } = context
  const settled = await applyToken(trx, redeemed, { now, requestId, callerId: caller?.id })
  if (typeof settled === 'string') return { outcome: settled }
  if ('invitation' in settled) return refuse({ outcome: 'invitation', reason: settled.invitation })
  // Checked only now, because the token decides which account it is.
  const suspended = await findSuspension(trx, settled.userId, now)
  if (suspended) return refuse({ outcome: 'suspended', suspended })
  if ('half' in settled) return { outcome: 'half', userId: settled.userId, missing: settled.missing }
  if (settled.changed) await notifyOfChange(trx, context, { userId: settled.userId, ...settled.changed })
  const opened = await startSessionOrCode(trx, context, { settled, redeemed, starts, isBrowser })
  const { hasUsedInvitation, loser } = settled
  return { ...opened, hasUsedInvitation, loser }
}

async function startSessionOrCode(
  trx: Transaction,
  context: IdentityContext,
  {
    settled: { userId, method },
    redeemed: { challenge, purpose },
    starts,
    isBrowser,
  }: { settled: Settled; redeemed: RedeemedToken } & Pick<Redemption, 'starts' | 'isBrowser'>,
): Promise<Redeemed> {
  if (starts === 'nothing') return { outcome: 'nothing', userId, purpose }
  if (starts === 'session or code' && challenge !== undefined) {
    const code = await issueAuthCode(trx, { userId, challenge, amrMethod: method, now: context.now() })
    return { outcome: 'code', userId, code, purpose }
  }
  const sessionId = await startSession(trx, context, { userId, method, isBrowser })
  return { outcome: 'session', userId, sessionId, purpose }
}
