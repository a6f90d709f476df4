import type { Transaction } from '~/database/connect'
import { tellOfUse } from '~/features/invitations/server/public'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { Destination } from '../../rules/destination'
import type { IdentityContext } from '../context'
import { letIn } from '../sessions/open-for'
import { recordFailure } from '../security-log/record-failure'
import { findSuspension, type Suspended } from '../sessions/suspension'
import { issueAuthCode } from './auth-code'
import { tellOfChange } from '../mail/tell-of-change'
import { checkGuess, countMiss, type Place, placeOf } from '../limits/guess-limits'
import { redeemCode, type RedeemedToken, redeemToken } from '../tokens/redeem-token'
import type { TokenPurpose } from '../tokens/token-purpose'
import { type Settled, settleProof } from './settle-proof'

/** The token of a link, or the digits and where they were sent. */
export type Proof = { token: string } | ({ token?: undefined; code: string } & Destination)

interface Entry {
  proof: Proof
  purposes: readonly TokenPurpose[]
  /**
   * What it opens: a session; at an app's own address, where the link was asked for with a challenge, a code; or nothing, where
   * the person only says yes to something.
   */
  opens: 'session' | 'code where challenged' | 'nothing'
  /** A browser that is trusted needs no second factor; only our own pages know one. */
  isBrowser: boolean
  /** The account whose codes count, where its owner verifies from inside. */
  inside?: string
}

export type Entered =
  | { outcome: 'session'; userId: string; sessionId: string; purpose: TokenPurpose }
  | { outcome: 'code'; userId: string; code: string; purpose: TokenPurpose }
  | { outcome: 'nothing'; userId: string; purpose: TokenPurpose }
  /** The other address still has to confirm. */
  | { outcome: 'half'; userId: string; missing: string }
  | { outcome: 'dead' | 'taken' }
  | { outcome: 'invitation'; why: 'invalid' | 'expired' }
  | { outcome: 'suspended'; suspended: Suspended }

/** What else happened. */
interface Besides {
  hasUsedInvitation?: boolean | undefined
  loser?: string | undefined
}

// Thrown through the transaction: the token stays valid.
class RolledBack extends Error {
  readonly entered: Entered
  constructor(entered: Entered) {
    super(entered.outcome)
    this.entered = entered
  }
}

/**
 * Redeems a link or a code and does what it is for: verifies, starts a session, changes an email. Of concurrent uses one
 * succeeds; the others are refused like unknown tokens. For a suspended person nothing changes: no email is verified, and nothing is removed. @throws TOO_MANY_REQUESTS
 */
export async function enterByProof(context: IdentityContext, entry: Entry): Promise<Entered> {
  const { caller, db, limits, live, ip } = context
  const { proof } = entry
  await limits.consume('verify_ip', ip, { points: 60, seconds: 600 })
  if (proof.token === undefined) await checkGuess(context, proof)
  const from = proof.token === undefined ? await placeOf(context, proof) : undefined
  const done: Entered & Besides = await db
    .transaction()
    .execute((trx) => redeem(trx, context, { ...entry, from }))
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.entered
      throw error
    })
  if (done.outcome === 'dead' && proof.token === undefined) {
    const who = proof.email === undefined ? { phone: proof.phone } : { email: proof.email }
    recordFailure(context, { kind: 'sign_in_failed', who, details: { methods: ['otp'], why: 'wrong_code' } })
    await countMiss(context, proof)
  }
  if ('userId' in done) {
    const replaced = done.outcome === 'session' && caller !== null ? [caller.id] : []
    const { loser } = done
    const told = [done.userId, ...replaced, ...(loser === undefined ? [] : [loser])]
    live.publish([...new Set(told)], [SESSION_TOPIC])
    if (done.hasUsedInvitation) await tellOfUse(context, done.userId)
  }
  return done
}

async function redeem(
  trx: Transaction,
  context: IdentityContext,
  { proof, purposes, opens, isBrowser, inside, from }: Entry & { from: Place | undefined },
): Promise<Entered & Besides> {
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
  if (redeemed === undefined) return { outcome: 'dead' }
  const { caller, requestId } = context
  const settled = await settleProof(trx, redeemed, { now, requestId, callerId: caller?.id })
  if (typeof settled === 'string') return { outcome: settled }
  if ('invitation' in settled) throw new RolledBack({ outcome: 'invitation', why: settled.invitation })
  // Only now the account is known.
  const suspended = await findSuspension(trx, settled.userId, now)
  if (suspended) throw new RolledBack({ outcome: 'suspended', suspended })
  if ('half' in settled) return { outcome: 'half', userId: settled.userId, missing: settled.missing }
  if (settled.changed) await tellOfChange(trx, context, { userId: settled.userId, ...settled.changed })
  const opened = await open(trx, context, { settled, redeemed, opens, isBrowser })
  const { hasUsedInvitation, loser } = settled
  return { ...opened, hasUsedInvitation, loser }
}

async function open(
  trx: Transaction,
  context: IdentityContext,
  {
    settled: { userId, method },
    redeemed: { challenge, purpose },
    opens,
    isBrowser,
  }: { settled: Settled; redeemed: RedeemedToken } & Pick<Entry, 'opens' | 'isBrowser'>,
): Promise<Entered> {
  if (opens === 'nothing') return { outcome: 'nothing', userId, purpose }
  if (opens === 'code where challenged' && challenge !== undefined) {
    const code = await issueAuthCode(trx, { userId, challenge, amrMethod: method, now: context.now() })
    return { outcome: 'code', userId, code, purpose }
  }
  const sessionId = await letIn(trx, context, { userId, method, isBrowser })
  return { outcome: 'session', userId, sessionId, purpose }
}
